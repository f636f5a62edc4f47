import { explainMove, findWorldFacts } from '../dataset/world-facts.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import { worldOf } from '../schema/python-environment.ts';
import { matchJudged } from '../store/match-judged.ts';
import { type RunLog, readRun } from '../store/run-log.ts';
import { groupBy } from '../util/group-by.ts';

/** Which failures of two runs over the same answers belong to the world that they ran in. */
export async function compareWorlds(paths: readonly [string, string], worldsFolder: string) {
  const [a, b] = [await readRun(paths[0]), await readRun(paths[1])];
  const known = [a, b].flatMap((log) => Object.keys(findWorldFacts(fingerprintOf(log), worldsFolder)?.fails ?? {}));
  const compared = await matchAnswers(a, b, new Set(known));
  if (compared.length === 0)
    throw usageError(`${a.path} and ${b.path} have no answer in common: judge the same file in both worlds.`);
  const moved = compared.flatMap(({ passes, line, ...answer }) => {
    if (passes.a === passes.b) return [];
    const [passing, failing] = passes.a ? [a, b] : [b, a];
    const passesIn: Side = passes.a ? 'a' : 'b';
    return [{ ...answer, passes_in: passesIn, ...explain(line, nameOf(failing), nameOf(passing)) }];
  });
  const names = new Set(compared.flatMap(({ libraries }) => libraries));
  const byLibrary = [...names].map((name) => {
    const own = compared.filter(({ libraries }) => libraries.includes(name));
    const ownMoved = moved.filter(({ libraries }) => libraries.includes(name));
    const apis = [...groupBy(ownMoved, ({ api, why }) => api ?? why)];
    return {
      name,
      samples: own.length,
      fails_a: countFails(own, 'a'),
      fails_b: countFails(own, 'b'),
      ...countMoved(ownMoved),
      moved: apis.map(([api, { length }]) => ({ api, samples: length })).sort((x, y) => y.samples - x.samples),
    };
  });
  const document = {
    a: { run_id: a.id, world: nameOf(a), fails: countFails(compared, 'a') },
    b: { run_id: b.id, world: nameOf(b), fails: countFails(compared, 'b') },
    samples: compared.length,
    ...countMoved(moved),
    left_out: a.state.sampleCount - compared.length,
    by_library: byLibrary.sort((one, other) => changes(other) - changes(one) || other.samples - one.samples),
    moved,
  };
  return { summary: summarize(document), ...document };
}

const fingerprintOf = (log: RunLog) => log.record.conditions.fingerprint;
const nameOf = (log: RunLog) => worldOf(fingerprintOf(log)) ?? 'full';
const changes = ({ only_a, only_b }: ReturnType<typeof countMoved>) => only_a + only_b;

type Side = 'a' | 'b';

function countFails(answers: readonly { readonly passes: Readonly<Record<Side, boolean>> }[], side: Side): number {
  return answers.filter(({ passes }) => !passes[side]).length;
}

function countMoved(moved: readonly { readonly passes_in: Side }[]) {
  const count = (side: Side) => moved.filter(({ passes_in }) => passes_in === side).length;
  return { only_a: count('a'), only_b: count('b') };
}

/** The answers that are the same program in both runs, with what the failure in the world where they fail says. */
async function matchAnswers(a: RunLog, b: RunLog, unscored: ReadonlySet<string>) {
  const byTask = groupBy(matchJudged(a.state, b.state), ({ taskId }) => taskId);
  const tasks = await a.tasks(a.record.taskIds.filter((id) => !unscored.has(id)));
  return tasks.flatMap(({ id, libs }) =>
    (byTask.get(id) ?? []).map(({ index, ...verdicts }) => {
      const passes = { a: verdicts.a.status === 'pass', b: verdicts.b.status === 'pass' };
      const { failure, outcome } = passes.a ? verdicts.b : verdicts.a;
      return { task_id: id, index, libraries: libs, passes, line: failure?.line ?? outcome };
    }),
  );
}

/** Why an answer passes in one world only. What is missing in the earlier one is not gone: it is not there yet. */
function explain(line: string, failsIn: string, passesIn: string) {
  const fact = explainMove(line);
  const isNotYet = dateOf(failsIn) < dateOf(passesIn) && ['removed-api', 'stricter-api'].includes(fact.why);
  return isNotYet ? { ...fact, why: 'newer-api' } : fact;
}

/** The usual world, of 2023, has no date and comes first; of one day, the earlier Python does. */
const dateOf = (world: string) => `${/\d{4}-\d\d-\d\d$/.exec(world)?.[0] ?? ''} ${world}`;

interface Counted
  extends ReturnType<typeof countMoved>,
    Record<Side, { readonly world: string; readonly fails: number }> {}

/** `12 of 61 failures in the world full pass in the world modern-cp313-2026-11-18; …` */
function summarize({ a, b, only_a, only_b }: Counted): string {
  const back = `${only_a} of ${b.fails} failures in ${b.world} pass in ${a.world}`;
  return `${only_b} of ${a.fails} failures in the world ${a.world} pass in the world ${b.world}; ${back}.`;
}
