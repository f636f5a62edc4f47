import { hardIds } from '../../dataset/public-tasks.ts';
import { requireVerified } from '../../dataset/shipped-audit.ts';
import { BigCodeBenchError, fileError, usageError } from '../../error/bigcodebench-error.ts';
import type { Split } from '../../schema/task.ts';
import { readBoardFile } from '../../upstream/board-file.ts';
import { matchesGlob } from '../../util/glob.ts';
import { type ReadResultsOptions, readResults } from '../read-results.ts';
import { type Result, verifiedOf } from '../result.ts';
import { readMatrixResults } from '../result-from-matrix.ts';
import { type LoadTaskFactsInput, loadTaskFacts } from '../task-facts.ts';
import { type BuildLeaderboardInput, type BuiltLeaderboard, buildLeaderboard } from './build-leaderboard.ts';
import { type Contender, gatherContenders } from './contender.ts';
import { readModelInfo } from './model-info-file.ts';

interface LoadLeaderboardInput
  extends Omit<LoadTaskFactsInput, 'results'>,
    ReadResultsOptions,
    Pick<BuildLeaderboardInput, 'subset' | 'rankedBy' | 'elo' | 'resamples'> {
  readonly paths: readonly string[];
  readonly matrix?: string | undefined;
  readonly published?: string | undefined;
  readonly modelInfo?: string | undefined;
  /** Of the matrix, and of results that do not say theirs. */
  readonly split: Split;
  readonly filters: BoardFilters;
  readonly allowMismatch: boolean;
}

const fullTasks = 1140;

export async function loadLeaderboard(input: LoadLeaderboardInput): Promise<BuiltLeaderboard> {
  const { paths, matrix, published, modelInfo, split, subset } = input;
  if (paths.length === 0 && matrix === undefined && published === undefined) {
    throw usageError('leaderboard needs results: name folders, --matrix FILE or --published FILE.');
  }
  const fromMatrix = matrix === undefined ? undefined : await readMatrixResults(matrix, split);
  const all: Result[] = [...(fromMatrix?.results ?? [])];
  for (const path of paths) all.push(...(await readResults(path, input)));
  const { results, left } = setAside(all, subset);
  if (matrix !== undefined && results.length === 0) {
    const [first] = fromMatrix?.incomplete ?? [];
    throw fileError(matrix, `${matrix} has no complete line: ${first?.model} ${first?.reason}.`);
  }
  const { facts, problem } = await loadTaskFacts({ ...input, results });
  const gathered = gatherContenders({
    results: results.map(({ conditions, ...result }) => {
      return { ...result, conditions: { ...conditions, split: conditions.split ?? split } };
    }),
    infos: modelInfo === undefined ? undefined : await readModelInfo(modelInfo),
    published: published === undefined ? undefined : await readBoardFile(published),
    allowMismatch: input.allowMismatch,
  });
  const contenders = filterContenders(gathered, input.filters);
  if (contenders.length === 0 && left[0])
    throw new BigCodeBenchError('BAD_INPUT', `Every result here is of a run that ${left[0].reason.split(':')[0]}.`);
  if (contenders.length === 0) throw usageError('No model is left: loosen --include, --type, --openness or --size.');
  const publishedTasks = subset === 'hard' ? hardIds.length : fullTasks;
  const built = buildLeaderboard({ ...input, contenders, facts, publishedTasks, taskIds: idsOf(subset) });
  const { board } = built;
  return {
    ...built,
    board: {
      ...board,
      subset: nameSubset(subset, built),
      excluded: [...(fromMatrix?.incomplete ?? []), ...left, ...board.excluded],
      notes: [
        ...board.notes,
        ...(problem === undefined || built.entrants.length === 0 ? [] : [problem]),
        ...new Set(results.flatMap((result) => describeUnchecked(result, split))),
      ],
    },
  };
}

/** Results that no board of this subset can take, each with the reason. */
export function setAside(all: readonly Result[], subset: string) {
  const verified = subset === 'verified' ? requireVerified([]) : undefined;
  const reasonOf = (result: Result) => {
    const isOther = verified && verifiedOf(result, [...result.tasks.keys()], verified).length === 0;
    return result.stopped ?? (isOther ? `has no task that was verified in ${verified.version}` : undefined);
  };
  const results = all.filter((result) => reasonOf(result) === undefined);
  const left = all.flatMap((result) => {
    const reason = reasonOf(result);
    return reason === undefined ? [] : [{ model: result.model, reason }];
  });
  return { results, left };
}

/** The tasks that a board of this subset is about; undefined, whichever most results have. */
function idsOf(subset: string): readonly string[] | undefined {
  if (subset === 'hard') return hardIds;
  return subset === 'verified' ? [...requireVerified([]).ids] : undefined;
}

/** What a result from elsewhere leaves open. Runs of ours tell theirs themselves. */
function describeUnchecked({ runId, source, conditions, notes }: Result, split: Split): readonly string[] {
  const unsaid = `${source} does not say its split: taken for ${split}, as --split says.`;
  return [...(runId === undefined ? notes : []), ...(conditions.split === undefined ? [unsaid] : [])];
}

function nameSubset(asked: string, { taskIds, entrants }: BuiltLeaderboard): string {
  if (asked === 'hard' || asked === 'verified' || entrants.length === 0) return asked;
  const names = new Set(
    entrants.flatMap(({ results }) => Object.values(results).flatMap(({ conditions }) => conditions.subset ?? [])),
  );
  const [only] = names;
  if (only !== undefined && names.size === 1) return only;
  return taskIds.length === fullTasks ? 'full' : 'selection';
}

/** Which models a board is of. A model of which the asked-for fact is not known is left out. */
interface BoardFilters {
  /** Globs of names; `!…` excludes. */
  readonly include?: readonly string[] | undefined;
  readonly type?: 'chat' | 'base' | undefined;
  readonly openness?: 'open' | 'closed' | undefined;
  /** `3-20`: billions of parameters. */
  readonly size?: string | undefined;
}

export function filterContenders(contenders: readonly Contender[], filters: BoardFilters): Contender[] {
  const { include: globs = [], type, openness } = filters;
  const [low = 0, high = 0] = filters.size === undefined ? [] : parseSize(filters.size);
  const excluding = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const including = globs.filter((glob) => !glob.startsWith('!'));
  const matches = (name: string, patterns: readonly string[]) => patterns.some((glob) => matchesGlob(name, glob));
  return contenders.filter(
    ({ name, info: { prompted, link, size } = {} }) =>
      (including.length === 0 || matches(name, including)) &&
      !matches(name, excluding) &&
      (type === undefined || prompted === (type === 'chat')) &&
      (openness === undefined || link?.includes('huggingface.co') === (openness === 'open')) &&
      (filters.size === undefined || (typeof size === 'number' && size >= low && size <= high)),
  );
}

function parseSize(spelled: string): [low: number, high: number] {
  const [, low, high] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(spelled.trim()) ?? [];
  if (Number(low) <= Number(high)) return [Number(low), Number(high)];
  throw usageError(`--size takes billions of parameters such as 3-20, not ${JSON.stringify(spelled)}.`);
}
