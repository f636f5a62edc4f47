import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../../executor/executor.ts';
import type { Execution, Job } from '../../schema/execution.ts';

export type ExecuteAloneOptions = Readonly<{ executor: Executor; job: Job; signal?: AbortSignal | undefined }>;

/** Executes one job while the caller starts no others, so that its timing depends mostly on the program. */
export async function executeAlone({ executor, job, signal }: ExecuteAloneOptions): Promise<Execution> {
  for await (const execution of executor.execute([job], { signal })) return execution;
  throw new BigCodeBenchError('INVARIANT', `The executor ${executor.info.name} returned nothing for a job.`);
}

/** What is thrown where a sandbox that fails leaves a run without an end. */
export function sandboxFailed(code: 'ENGINE' | 'INCOMPLETE', what: string, data: BigCodeBenchError['data']) {
  const advice = 'run `bcb doctor` to find out why, then the same command to resume';
  return new BigCodeBenchError(code, `The sandbox failed ${what}: ${advice}.`, { data, isRetryable: true });
}
