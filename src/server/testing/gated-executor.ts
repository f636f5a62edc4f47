import type { Executor } from '../../executor/executor.ts';
import { defaultLimits, type Execution, type Job } from '../../schema/execution.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';

export interface GatedExecutor {
  readonly executor: Executor;
  /** The code of every job that was started, in order. */
  readonly started: string[];
  /** The code of every job that was cancelled, in order. */
  readonly cancelled: string[];
  /** Ends the oldest job with this code that is under way. */
  finish(code: string, execution?: Partial<Execution>): void;
  /** Resolves once as many jobs have been started in all. */
  hasStarted(count: number): Promise<void>;
}

/** An executor whose jobs run until a test ends them. */
export function createGatedExecutor(options: { readonly capacity?: number } = {}): GatedExecutor {
  const started: string[] = [];
  const cancelled: string[] = [];
  const gates = new Map<string, ((execution: Partial<Execution>) => void)[]>();
  let wake = () => {};
  const executor = createScriptedExecutor(({ code }, signal) => {
    started.push(code);
    wake();
    return new Promise((resolve) => {
      const onAbort = () => {
        cancelled.push(code);
        gates.set(
          code,
          (gates.get(code) ?? []).filter((gate) => gate !== finish),
        );
      };
      signal.addEventListener('abort', onAbort);
      const finish = (execution: Partial<Execution>) => {
        signal.removeEventListener('abort', onAbort);
        resolve(execution);
      };
      gates.set(code, [...(gates.get(code) ?? []), finish]);
    });
  }, options);
  return {
    executor,
    started,
    cancelled,
    finish: (code, execution = {}) => gates.get(code)?.shift()?.(execution),
    hasStarted: async (count) => {
      while (started.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

export function judgedJob(code: string, id = code): Job {
  return { id, code, test: 'tests', limits: defaultLimits, libs: [] };
}

export function scriptJob(code: string, id = code): Job {
  return { ...judgedJob(code, id), test: '', script: { stdin: '', files: {}, fetch: [] } };
}
