import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Variables } from './http-fetch.ts';
import type { ModelSettings } from './model-settings.ts';
import type { HttpProvider } from './provider-table.ts';

export interface BaseUrlSources {
  readonly provider: HttpProvider;
  /** The value of `--base-url`. */
  readonly baseUrl?: string | undefined;
  readonly settings: ModelSettings;
  readonly variables: Variables;
}

/** A provider's address: from the flag, config file, environment variable, or its own; undefined if it has none. */
export function resolveBaseUrl({ provider, baseUrl, settings, variables }: BaseUrlSources): string | undefined {
  const inEnvironment = provider.baseUrlVariables.map((name) => variables[name]).find(Boolean);
  const url = baseUrl ?? settings.baseUrl ?? inEnvironment ?? provider.baseUrl;
  if (url !== undefined && !(/^https?:\/\//.test(url) && URL.canParse(url))) {
    const message = `Invalid base URL ${JSON.stringify(url)}: expected something like http://HOST:PORT/v1.`;
    throw new BigCodeBenchError('USAGE', message);
  }
  return url?.replace(/\/+$/, '');
}
