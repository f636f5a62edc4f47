import {
  createScriptedExecutor,
  type Script,
  type ScriptedExecutorOptions,
} from '../../../testing/scripted-executor.ts';
import type { Executor } from '../../executor.ts';
import type { WorkerLauncher } from '../remote-worker.ts';
import { serveJobs } from '../serve-jobs.ts';

export interface MemoryLauncher extends WorkerLauncher {
  /** How many workers were launched. */
  readonly started: number;
  /** Ends the living worker as `kill -9` would. */
  kill(): void;
}

export interface MemoryLauncherOptions extends ScriptedExecutorOptions {
  readonly name?: string;
  readonly script?: Script;
  /** Makes the executor of the n-th worker, from 1. */
  readonly createExecutor?: (count: number) => Executor | Promise<Executor>;
  readonly heartbeatMs?: number;
  readonly silenceMs?: number;
}

/** A worker in this process: the real protocol over a channel of strings, the executor scripted. */
export function createMemoryLauncher(options: MemoryLauncherOptions = {}): MemoryLauncher {
  const { name = 'memory', script = () => ({}) } = options;
  let started = 0;
  let killCurrent = () => {};
  return {
    name,
    get started() {
      return started;
    },
    kill: () => killCurrent(),
    launch: async (onText) => {
      const count = ++started;
      const died = new AbortController();
      let isOver = false;
      let push: (text: string | undefined) => void = () => {};
      const input = new ReadableStream<string>({
        start: (controller) => {
          push = (text) => {
            if (isOver) return;
            if (text !== undefined) return controller.enqueue(text);
            isOver = true;
            controller.close();
          };
        },
      });
      const write = (line: string) => {
        if (!died.signal.aborted) onText(line);
      };
      const served = serveJobs({
        ...options,
        input,
        write,
        openExecutor: async () => options.createExecutor?.(count) ?? createScriptedExecutor(script, options),
        version: '1.2.3',
        signal: died.signal,
      }).then(
        () => 'ended',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      killCurrent = () => died.abort(new Error('was killed'));
      return {
        send: push,
        ended: served,
        kill: killCurrent,
        close: async () => {
          push(undefined);
          await served;
        },
      };
    },
  };
}
