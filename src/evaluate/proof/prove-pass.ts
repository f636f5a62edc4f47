import { type Execution, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { type Proof, type UnprovenReason, unprovenFlag } from '../../schema/proof.ts';
import type { TwinFindings, TwinOrder } from '../../schema/twin.ts';

export interface ProvePassOptions {
  readonly job: Job;
  /** A pass of the job. */
  readonly execution: Execution;
  readonly run: (job: Job) => Promise<Execution>;
  /** A program known to be honest and correct, if there is one. */
  readonly reference?: string | undefined;
  /** Assertions of these tests that prove nothing, known from other programs; more are added. */
  readonly excluded: Set<number>;
  readonly createSeed: () => string;
}

const rounds = 3;

/**
 * Runs a passing program against twins of its tests. Every twin must fail at its false assertion; where one passes and
 * the reference solution does not, the pass was not earned and becomes `tampered`. What shows nothing is drawn again.
 */
export async function provePass(options: ProvePassOptions): Promise<Execution> {
  const { job, execution, run, excluded, createSeed } = options;
  const open = new Map<string, UnprovenReason>(execution.tests.map(({ name }) => [name, 'nothing']));
  const skipped = new Set(excluded);
  const noticed = new Set(execution.flags);
  for (let round = 0; round < rounds && open.size > 0; round++) {
    const order: TwinOrder = { seed: createSeed(), exclude: [...skipped], sure: round === rounds - 1 };
    const twin = await run({ ...job, id: `${job.id}#twin-${round}`, twin: order });
    for (const flag of twin.flags) noticed.add(flag);
    if (twin.outcome === 'tampered') return tampered(execution, twin.reason ?? 'in a twin of the tests');
    if (twin.twin === undefined) {
      settle(open, twin.outcome === 'engine-error' || twin.outcome === 'pass' ? 'executor' : 'otherwise');
      continue;
    }
    const suspects = suspectsOf(twin.twin);
    if (suspects.length > 0) {
      const cleared = await clearSuspects(suspects, { ...options, order });
      const guilty = suspects.filter((suspect) => !cleared.has(suspect.site));
      if (guilty.length > 0) {
        return tampered(execution, `passes tests that are made to fail: ${namesOf(guilty)}`);
      }
      for (const site of cleared) {
        skipped.add(site);
        excluded.add(site);
      }
    }
    for (const { name, state, site } of twin.twin.tests) {
      if (state === 'failed') open.delete(name);
      else if (open.has(name)) {
        open.set(name, reasonOf(state, open.get(name)));
        if (site !== undefined && state === 'unreached') skipped.add(site);
      }
    }
    // What has nothing left to falsify has nothing left in a later round, which excludes more.
    const exhausted = new Set(twin.twin.tests.flatMap(({ name, state }) => (state === 'none' ? [name] : [])));
    if ([...open.keys()].every((name) => exhausted.has(name))) break;
  }
  return withProof({ ...execution, flags: [...noticed] }, open);
}

interface Suspect {
  readonly name: string;
  readonly site: number;
}

/** False assertions that were reached and still held. */
function suspectsOf({ tests, silent }: TwinFindings): Suspect[] {
  const passed = tests.flatMap(({ name, state, site }) =>
    state === 'passed' && site !== undefined ? [{ name, site }] : [],
  );
  return [...passed, ...silent.map((site) => ({ name: `assertion ${site + 1}`, site }))];
}

/** The sites at which the reference solution passes the same twin, or does not come: they prove nothing. */
async function clearSuspects(
  suspects: readonly Suspect[],
  { job, run, reference, order }: ProvePassOptions & { readonly order: TwinOrder },
): Promise<Set<number>> {
  if (reference === undefined) return new Set();
  const { twin } = await run({ ...job, id: `${job.id}#reference`, code: reference, twin: order });
  const isTelling = (site: number) => {
    if (twin === undefined || twin.silent.includes(site)) return false;
    const drawn = twin.tests.filter((test) => test.site === site);
    return drawn.length > 0 ? drawn.some(({ state }) => state === 'failed') : twin.reached.includes(site);
  };
  return new Set(suspects.map(({ site }) => site).filter((site) => !isTelling(site)));
}

/** Where all assertions were tried and nothing is left to falsify, it was the last one that showed nothing. */
function reasonOf(state: TwinFindings['tests'][number]['state'], before: UnprovenReason = 'nothing'): UnprovenReason {
  if (state === 'none') return before;
  return state === 'passed' || state === 'failed' ? 'reference' : state;
}

function settle(open: Map<string, UnprovenReason>, reason: UnprovenReason): void {
  for (const name of open.keys()) open.set(name, reason);
}

function namesOf(suspects: readonly Suspect[]): string {
  const names = [...new Set(suspects.map(({ name }) => name))];
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}

function tampered(execution: Execution, reason: string): Execution {
  return { ...execution, outcome: 'tampered', status: upstreamStatusOf.tampered, reason };
}

function withProof(execution: Execution, open: ReadonlyMap<string, UnprovenReason>): Execution {
  const [why] = open.values();
  if (why === undefined) return { ...execution, proof: { state: 'proven' } };
  const proof: Proof = { state: 'unproven', why, tests: [...open.keys()] };
  return { ...execution, proof, flags: [...execution.flags, unprovenFlag] };
}
