import { findWorldFacts } from '../dataset/world-facts.ts';
import { resolveWorldsFolder } from '../environment/data-folder.ts';
import type { ExecutorInfo } from '../executor/executor.ts';
import { worldOf } from '../schema/python-environment.ts';
import type { RunResult } from '../schema/run-record.ts';
import type { RunContext } from './run-context.ts';

/** The tasks that can be scored in an executor's world; the others, whose reference solution fails there, are named. */
export function keepHolding<Kept extends { readonly id: string }>(
  tasks: readonly Kept[],
  { fingerprint }: Partial<Pick<ExecutorInfo, 'fingerprint'>> = {},
  { variables, warn }: Pick<RunContext, 'variables' | 'warn'>,
): { readonly tasks: readonly Kept[]; readonly excluded: RunResult['excluded'] } {
  const world = worldOf(fingerprint);
  if (world === undefined) return { tasks, excluded: [] };
  const facts = findWorldFacts(fingerprint, resolveWorldsFolder(variables));
  if (!facts) {
    warn(
      `Nothing is known of the world ${world}: tasks whose reference solution fails in it are not left out. \`bcb env upgrade\` finds them for the libraries of today.`,
    );
    return { tasks, excluded: [] };
  }
  const { fails } = facts;
  const taskIds = tasks.map(({ id }) => id).filter((id) => id in fails);
  if (taskIds.length === 0) return { tasks, excluded: [] };
  warn(
    `${taskIds.length} of ${tasks.length} tasks do not hold in the world ${world} and are left out: see \`bcb dataset facts\`.`,
  );
  return {
    tasks: tasks.filter(({ id }) => !(id in fails)),
    excluded: [{ reason: `the reference solution fails in the world ${world}`, taskIds }],
  };
}
