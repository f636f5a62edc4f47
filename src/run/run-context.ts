import type { ModelObject } from '../model/model-object.ts';
import type { ProgramProfile } from '../schema/python-environment.ts';

/** What a run may use of the world around it. Only the doors (command line, server) know where it comes from. */
export interface RunContext {
  /** Environment variables: keys, addresses, folders. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Models that exist already, which a request may name; they stay their owner's to close. */
  readonly models?: readonly ModelObject[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told one sentence about each thing a person should know. */
  readonly warn: (sentence: string) => void;
  /** Installs a missing Python environment; left out, a missing one is an error. */
  readonly installProfile?: ((profile: ProgramProfile) => Promise<void>) | undefined;
  /** Fetches what a model in this process needs; left out, what is missing is an error. */
  readonly pullModel?: ((name: string) => Promise<void>) | undefined;
  /** Asks whether money may be spent; left out, it may. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  readonly onDownload?: ((progress: { doneBytes: number; totalBytes: number }) => void) | undefined;
}
