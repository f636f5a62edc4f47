import { explainMove, findWorldFacts, type WorldFact } from '../dataset/world-facts.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import { worldOf } from '../schema/python-environment.ts';
import { type RunLog, readRun } from '../store/run-log.ts';
import { groupBy } from '../util/group-by.ts';

/** An answer that passes in one world only, and what its failure in the other one says. */
export interface MovedAnswer extends WorldFact {
  readonly task_id: string;
  readonly index: number;
  readonly passes_in: 'a' | 'b';
  readonly libraries: readonly string[];
}

/** How the answers to the tasks of one library do in both worlds. */
export interface LibraryInWorlds {
  readonly name: string;
  readonly samples: number;
  readonly fails_a: number;
  readonly fails_b: number;
  readonly only_a: number;
  readonly only_b: number;
  /** What moved, most frequent first. */
  readonly moved: readonly { readonly api: string; readonly samples: number }[];
}

/** The same answers in two worlds. */
export interface WorldComparison {
  readonly a: { readonly run_id: string; readonly world: string; readonly fails: number };
  readonly b: { readonly run_id: string; readonly world: string; readonly fails: number };
  /** Answers that are the same program in both runs. */
  readonly samples: number;
  readonly only_a: number;
  readonly only_b: number;
  /** Answers that are not compared: another program, no verdict, out of wall time in one world alone, or a task that does not hold in one of the worlds. */
  readonly left_out: number;
  readonly by_library: readonly LibraryInWorlds[];
  readonly moved: readonly MovedAnswer[];
}

interface Compared extends Pick<MovedAnswer, 'task_id' | 'index' | 'libraries'> {
  readonly passes: { readonly a: boolean; readonly b: boolean };
  /** What the failure in the world where it fails says. */
  readonly line: string;
}

/** Which failures of two runs over the same answers belong to the world that they ran in. */
export async function compareWorlds(paths: readonly [string, string], worldsFolder: string): Promise<WorldComparison> {
  const [a, b] = [await readRun(paths[0]), await readRun(paths[1])];
  const known = [a, b].flatMap((log) => Object.keys(findWorldFacts(fingerprintOf(log), worldsFolder)?.fails ?? {}));
  const compared = await matchAnswers(a, b, new Set(known));
  if (compared.length === 0)
    throw usageError(`${a.path} and ${b.path} have no answer in common: judge the same file in both worlds.`);
  const moved = compared.flatMap(({ passes, line, ...answer }): MovedAnswer[] => {
    return passes.a === passes.b ? [] : [{ ...answer, passes_in: passes.a ? 'a' : 'b', ...explainMove(line) }];
  });
  const names = new Set(compared.flatMap(({ libraries }) => libraries));
  const byLibrary = [...names].map((name) => tallyLibrary(name, compared, moved));
  return {
    a: { run_id: a.id, world: nameOf(a), fails: compared.filter(({ passes }) => !passes.a).length },
    b: { run_id: b.id, world: nameOf(b), fails: compared.filter(({ passes }) => !passes.b).length },
    samples: compared.length,
    ...countMoved(moved),
    left_out: a.state.sampleCount - compared.length,
    by_library: byLibrary.sort((one, other) => changes(other) - changes(one) || other.samples - one.samples),
    moved,
  };
}

const fingerprintOf = (log: RunLog) => log.record.conditions.fingerprint;
const nameOf = (log: RunLog) => worldOf(fingerprintOf(log)) ?? 'full';
const changes = ({ only_a, only_b }: LibraryInWorlds) => only_a + only_b;

function countMoved(moved: readonly MovedAnswer[]) {
  const count = (side: 'a' | 'b') => moved.filter(({ passes_in }) => passes_in === side).length;
  return { only_a: count('a'), only_b: count('b') };
}

async function matchAnswers(a: RunLog, b: RunLog, unscored: ReadonlySet<string>): Promise<Compared[]> {
  const tasks = await a.tasks(a.record.taskIds);
  return tasks.flatMap(({ id, libs }) => {
    if (unscored.has(id)) return [];
    return [...a.state.samples(id)].flatMap((sample): Compared[] => {
      const other = b.state.find(sample);
      const isSame = sample.programHash !== undefined && sample.programHash === other?.programHash;
      if (!isSame || !sample.verdict || !other.verdict) return [];
      const passes = { a: sample.verdict.status === 'pass', b: other.verdict.status === 'pass' };
      const failing = passes.a ? other.verdict : sample.verdict;
      const line = failing.failure?.line ?? failing.outcome;
      // A busy machine, not the world.
      if (line.startsWith('timeout: wall') && passes.a !== passes.b) return [];
      return [{ task_id: id, index: sample.index, libraries: libs, passes, line }];
    });
  });
}

function tallyLibrary(name: string, compared: readonly Compared[], moved: readonly MovedAnswer[]): LibraryInWorlds {
  const own = compared.filter(({ libraries }) => libraries.includes(name));
  const ownMoved = moved.filter(({ libraries }) => libraries.includes(name));
  const apis = groupBy(ownMoved, ({ api, why }) => api ?? why);
  return {
    name,
    samples: own.length,
    fails_a: own.filter(({ passes }) => !passes.a).length,
    fails_b: own.filter(({ passes }) => !passes.b).length,
    ...countMoved(ownMoved),
    moved: [...apis].map(([api, { length }]) => ({ api, samples: length })).sort((x, y) => y.samples - x.samples),
  };
}

/** `12 of 61 failures in the world full pass in the world modern-cp313-2026-11-18; …` */
export function summarizeWorlds({ a, b, only_a, only_b }: WorldComparison): string {
  const back = `${only_a} of ${b.fails} failures in ${b.world} pass in ${a.world}`;
  return `${only_b} of ${a.fails} failures in the world ${a.world} pass in the world ${b.world}; ${back}.`;
}
