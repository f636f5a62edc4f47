import type { Task } from '../../schema/task.ts';
import { buildGroundTruthProgram } from '../jobs/program.ts';
import type { ProvableTask } from './reference-proofs.ts';
import { separateOrderOf } from './separate-order.ts';

/** A task as proofs need it. */
export function provableTaskOf(task: Task): ProvableTask & { readonly test: string } {
  return { order: separateOrderOf(task), reference: buildGroundTruthProgram(task), test: task.test };
}

/** Finds it by the tests of a job; nothing for tests of no known task. */
export function taskOfTests(known: ReadonlyMap<string, Task>) {
  return ({ test }: { readonly test: string }): ProvableTask | undefined => {
    const task = known.get(test);
    return task && provableTaskOf(task);
  };
}
