import { EngineFault } from '../execute-bounded.ts';

/** A worker failed its jobs or cannot be reached; another one, or a new one, may do better. */
export class WorkerFault extends EngineFault {
  override readonly name = 'WorkerFault';
}

/** Text to and from one worker, whatever carries it: the stdin and stdout of a command, a remote sandbox's process. */
export interface JobChannel {
  send(text: string): void;
  /** Resolves with how it ended, in words, when nothing more will come. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends the worker: politely first, by force when that does not help. Resolves when it is gone. */
  close(): Promise<void>;
  kill(): void;
}

/** Starts one worker, and another one each time the last has died. */
export interface WorkerLauncher {
  /** Names the worker in messages, without secrets. */
  readonly name: string;
  launch(onText: (chunk: Buffer | string) => void, signal: AbortSignal): Promise<JobChannel>;
}

/** How a worker ended, with the last lines that it wrote to stderr. */
export function addLastWords(how: string, said: string): string {
  const last = said.trim().split('\n').slice(-3).join(' | ');
  return last === '' ? how : `${how} (${last})`;
}
