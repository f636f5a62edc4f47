import { listDomains } from '../../dataset/facts/library-domains.ts';
import { type Domain, domainSchema } from '../../schema/domain.ts';
import { roundPercent } from '../../upstream/board-file.ts';
import type { TaskFacts } from '../task-facts.ts';

/** The share of models that solve each task, in percent with one decimal. */
export function solveRates(rows: readonly Float64Array[], taskIds: readonly string[]): Record<string, number> {
  return Object.fromEntries(taskIds.map((id, task) => [id, roundPercent(meanOf(rows.map((row) => row[task] ?? 0)))]));
}

/** The mean of a row over the tasks of each domain, in percent with one decimal. Domains without a task are left out. */
export function meanDomains(
  row: Float64Array,
  taskIds: readonly string[],
  facts: ReadonlyMap<string, TaskFacts>,
): Partial<Record<Domain, number>> {
  return Object.fromEntries(
    domainSchema.options.flatMap((domain) => {
      const values = taskIds.flatMap((id, task) =>
        // A task with two libraries of a domain counts twice, as on the original's board.
        listDomains(facts.get(id)?.libs ?? [])
          .filter((own) => own === domain)
          .map(() => row[task] ?? 0),
      );
      return values.length === 0 ? [] : [[domain, roundPercent(meanOf(values))]];
    }),
  );
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
