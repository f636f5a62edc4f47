import type { Job } from '../../../schema/execution.ts';
import type { Executor } from '../../executor.ts';

/** The executor, noting every job that it is given. */
export function noteJobs(executor: Executor, jobs: Job[]): Executor {
  async function* note(asked: Iterable<Job> | AsyncIterable<Job>): AsyncGenerator<Job> {
    for await (const job of asked) {
      jobs.push(job);
      yield job;
    }
  }
  return {
    ...executor,
    info: executor.info,
    execute: (asked, options) => executor.execute(note(asked), options),
    close: () => executor.close(),
    [Symbol.asyncDispose]: () => executor.close(),
  };
}
