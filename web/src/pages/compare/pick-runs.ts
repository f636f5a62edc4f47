import type { RunSummary } from '../../../../src/schema/view/run-document.ts';

export const mostCompared = 6;

interface Asked {
  readonly a?: string | undefined;
  /** One or more ids, with commas between them. */
  readonly b?: string | undefined;
}

/** The baseline and the runs to compare it with; where nothing is asked for, two that were measured alike. */
export function pickRuns(runs: readonly RunSummary[], asked: Asked): RunSummary[] {
  const find = (id: string | undefined) => runs.find((run) => run.id === id);
  const wanted = (asked.b ?? '').split(',').flatMap((id) => find(id) ?? []);
  const baseline = find(asked.a) ?? pickBaseline(runs, wanted[0]);
  if (baseline === undefined) return [];
  const others = [...new Set(wanted)].filter((run) => run !== baseline).slice(0, mostCompared - 1);
  const partner = others.length > 0 ? undefined : pickPartner(runs, baseline);
  return [baseline, ...others, ...(partner ? [partner] : [])];
}

/** The first run that has one like it; the list is newest first, and older runs are what newer ones are held against. */
function pickBaseline(runs: readonly RunSummary[], other: RunSummary | undefined): RunSummary | undefined {
  const candidates = runs.filter((run) => run !== other).reverse();
  const rank = (run: RunSummary) =>
    Math.max(0, ...(other ? [other] : runs.filter((each) => each !== run)).map((each) => likenessOf(run, each)));
  return candidates.reduce<RunSummary | undefined>(
    (best, run) => (best === undefined || rank(run) > rank(best) ? run : best),
    undefined,
  );
}

function pickPartner(runs: readonly RunSummary[], a: RunSummary): RunSummary | undefined {
  return runs
    .filter((run) => run !== a)
    .reduce<RunSummary | undefined>(
      (best, run) => (best === undefined || likenessOf(a, run) > likenessOf(a, best) ? run : best),
      undefined,
    );
}

/** How much two runs have in common of what makes them comparable, the weightiest first. */
export function likenessOf(a: RunSummary, b: RunSummary): number {
  const alike = [
    a.subset === b.subset,
    a.tasksHash === b.tasksHash,
    a.split === b.split,
    a.state === 'finished' && b.state === 'finished',
    a.dataset === b.dataset,
    a.fingerprint === b.fingerprint && a.isolation === b.isolation,
  ];
  return alike.reduce((sum, isAlike) => 2 * sum + (isAlike ? 1 : 0), 0);
}
