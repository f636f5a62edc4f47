import type { JSONObject } from '@ai-sdk/provider';
import { usageError } from '../error/bigcodebench-error.ts';
import { readJsonAsset } from '../util/read-asset.ts';

/** Which fields are sent besides the prompt. Dated data that is part of a run's identity. */
export interface RequestProfile {
  readonly name: string;
  readonly date: string;
  readonly temperature: 'always' | 'sampling' | 'never';
  /** What is sent if the user sets none. */
  readonly topP: { readonly sampling?: number; readonly greedy?: number };
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** When to send the number of samples; `never` means one call per sample. */
  readonly samples: 'always' | 'several' | 'never';
  /** Whether separate calls for a task's samples get their own seeds. */
  readonly seedsCalls: boolean;
  /** Strings that end an answer which drifts on to something else. */
  readonly stop: { readonly chat: readonly string[]; readonly base: readonly string[] };
  readonly prefill: boolean;
  readonly thinking: 'always' | 'with-budget' | 'never';
  readonly stream: boolean;
  /** Tabs in an answer become four spaces. */
  readonly expandsTabs: boolean;
  /** Sent as it is. */
  readonly body: JSONObject;
}

/** Ours first; `upstream/…` is what the original sends, including its mistakes. */
const profiles = readJsonAsset<Readonly<Record<string, Omit<RequestProfile, 'name'>>>>('request-profiles.json');

export interface ProfileDefaults {
  readonly profile: string;
  /** What `upstream` means for this provider. */
  readonly upstreamProfile?: string;
}

/** The named profile; `upstream` means the original's for this provider; default: the provider's own. */
export function resolveProfile(defaults: ProfileDefaults, named?: string): RequestProfile {
  const name = named === undefined ? defaults.profile : named === 'upstream' ? defaults.upstreamProfile : named;
  const [known] = Object.entries(profiles).filter(([each]) => each === name);
  if (known) return { name: known[0], ...known[1] };
  throw usageError(
    name === undefined
      ? 'The original does not have this provider: omit --request-profile upstream.'
      : `Unknown request profile ${JSON.stringify(name)}: use upstream, ${Object.keys(profiles).join(', ')}.`,
  );
}
