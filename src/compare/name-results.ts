import { type NamedRun, nameRuns } from '../report/name-runs.ts';
import type { Result } from './result.ts';

export function nameResults(results: readonly Result[], options?: Parameters<typeof nameRuns>[1]): string[] {
  return nameRuns(results.map(describeName), options);
}

export function describeName({ model, labels, conditions, tasks, parameters, runId, source }: Result): NamedRun {
  const { split, subset, rules } = conditions;
  return { model, label: labels?.name, split, subset, rules, tasks: tasks.size, parameters, runId, source };
}
