import { shortModelName } from '../../../src/report/short-model-name.ts';
import type { RunSummary } from '../../../src/schema/view/run-document.ts';
import { shortSubset } from './format.ts';

type Named = Pick<RunSummary, 'name' | 'model' | 'split' | 'subset'>;

/** A run among others: its model and what tells it from them. */
export function nameRun({ name, model }: Pick<RunSummary, 'name' | 'model'>): string {
  return name ?? shortModelName(model);
}

/** The same with its split, which two models may differ in. */
export function nameWithSplit(run: Pick<Named, 'name' | 'model' | 'split'>): string {
  return join(nameRun(run), [run.split]);
}

/** In a list of choices: also which tasks it was given. */
export function nameChoice(run: Named): string {
  return join(nameRun(run), [run.split, shortSubset(run.subset)]);
}

/** What is not part of the name yet. */
function join(name: string, words: readonly (string | undefined)[]): string {
  const parts = name.split(' · ');
  return [...parts, ...words.filter((word) => word && !parts.includes(word))].join(' · ');
}

/** By id; the id itself for a run that is not in the list. */
export function nameById(runs: readonly RunSummary[], id: string): string {
  const run = runs.find((candidate) => candidate.id === id);
  return run === undefined ? id : nameWithSplit(run);
}
