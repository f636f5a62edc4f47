import { listDomains } from '../../dataset/public-tasks.ts';
import type { VerifiedTasks } from '../../dataset/shipped-audit.ts';
import { type Domain, domainSchema } from '../../schema/task.ts';
import { meanOf } from '../../score/values.ts';
import { roundPercent } from '../../upstream/board-file.ts';
import type { TaskFacts } from '../task-facts.ts';

export interface BoardTasks {
  readonly taskIds: readonly string[];
  readonly facts: ReadonlyMap<string, TaskFacts>;
  readonly verified?: VerifiedTasks | undefined;
}

export function solveRates(rows: readonly Float64Array[], taskIds: readonly string[]): Record<string, number> {
  const rateOf = (task: number) => roundPercent(meanOf(Float64Array.from(rows, (row) => row[task] ?? 0)));
  return Object.fromEntries(taskIds.map((id, task) => [id, rateOf(task)]));
}

/** The mean of a row over the tasks of each domain, in percent with one decimal. Domains without a task are left out. */
export function meanDomains(row: Float64Array, { taskIds, facts }: BoardTasks): Partial<Record<Domain, number>> {
  return Object.fromEntries(
    domainSchema.options.flatMap((domain) => {
      const values = taskIds.flatMap((id, task) =>
        // A task with two libraries of a domain counts twice, as on the original's board.
        listDomains(facts.get(id)?.libs ?? [])
          .filter((own) => own === domain)
          .map(() => row[task] ?? 0),
      );
      return values.length === 0 ? [] : [[domain, roundPercent(meanOf(Float64Array.from(values)))]];
    }),
  );
}

/** How many tasks model i solves and model j does not, row after row; shares of samples are multiplied. */
export function countWins(rows: readonly Float64Array[]): number[] {
  return rows.flatMap((first) =>
    rows.map((second) => {
      let won = 0;
      for (let task = 0; task < first.length; task++) won += (first[task] ?? 0) * (1 - (second[task] ?? 0));
      return Number(won.toFixed(2));
    }),
  );
}
