import type { Estimate } from '../../../../src/schema/score.ts';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';

/** A run with a date and a score. */
export interface DatedRun extends RunSummary {
  readonly startedAt: string;
  readonly passAt1: Estimate;
}

/** The finished runs of the same model with the same parameters and tasks, oldest first; none where there is just one. */
export function findHistory(runs: readonly RunSummary[], run: RunSummary): DatedRun[] {
  const named = runs.find(({ id }) => id === run.id) ?? run;
  const alike = runs.filter((other): other is DatedRun => {
    const isDated = other.state === 'finished' && other.startedAt !== undefined && other.passAt1 !== undefined;
    const isSame = traitsOf(other) === traitsOf(named) && other.split === run.split && other.subset === run.subset;
    return isDated && isSame && other.tasks === run.tasks;
  });
  return alike.length < 2 ? [] : alike.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

/** A name without what tells runs apart that differ in nothing else: what people call them, or their id. */
function traitsOf({ name, model, labels }: RunSummary): string {
  const plain = (name ?? model).replace(/ \([^()]*\)$/, '');
  return labels?.name === undefined ? plain : plain.replace(` · ${labels.name}`, '');
}
