import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { formatDate, formatDollars, formatDuration, formatTokens, plural, shortSubset } from '../../ui/format.ts';

/** The line under a run's name: what was asked, when, and what it cost. */
export function RunFacts({ run }: { readonly run: RunSummary }) {
  const { usage, costUsd, durationMs, startedAt, nSamples } = run;
  const facts = [
    run.split,
    shortSubset(run.subset),
    plural(run.tasks, 'task'),
    ...(nSamples > 1 ? [`${nSamples} samples each`] : []),
    ...(startedAt === undefined ? [] : [formatDate(startedAt)]),
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
    ...(usage?.outputTokens === undefined ? [] : [`${formatTokens(usage.outputTokens)} tokens written`]),
    ...(costUsd ? [formatDollars(costUsd)] : []),
    ...(run.isolation === undefined ? [] : [`isolation ${run.isolation}`]),
  ];
  // A result without a subset is known by its number of tasks, which is a fact of its own.
  return <>{[...new Set(facts.filter(Boolean))].join(' · ')}</>;
}
