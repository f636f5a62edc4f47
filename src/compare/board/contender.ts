import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Mismatch } from '../../schema/comparison.ts';
import { type Split, splitSchema } from '../../schema/split.ts';
import type { KnownModelInfo, PublishedEntry } from '../../upstream/board-file.ts';
import { findMismatches, refuseMismatches } from '../check-comparable.ts';
import type { Result } from '../result.ts';

/** A model that wants to be on the board, with everything that is known of it. */
export interface Contender {
  readonly name: string;
  /** Of one split there may be several: of all tasks, and of the hard ones alone. */
  readonly results: SplitResults;
  readonly info?: KnownModelInfo | undefined;
  /** Percentages that somebody published. */
  readonly published?: PublishedEntry['pass@1'] | undefined;
}

type SplitResults = Readonly<Partial<Record<Split, readonly Result[]>>>;

export interface GatherContendersInput {
  readonly results: readonly Result[];
  readonly infos?: ReadonlyMap<string, KnownModelInfo>;
  readonly published?: ReadonlyMap<string, PublishedEntry>;
  readonly allowMismatch?: boolean;
}

/** Puts the results of a model together, and beside them what was published of it. */
export function gatherContenders(input: GatherContendersInput): Contender[] {
  const { results, infos = new Map<string, KnownModelInfo>(), published } = input;
  const byModel = new Map<string, SplitResults>();
  for (const result of results) {
    const { split } = result.conditions;
    if (split === undefined) throw unknownSplit(result);
    const own = byModel.get(result.model) ?? {};
    byModel.set(result.model, { ...own, [split]: addResult(own[split] ?? [], result) });
  }
  if (!input.allowMismatch) refuseUnlike([...byModel.values()]);
  const names = [...new Set([...byModel.keys(), ...(published?.keys() ?? [])])];
  return names.map((name) => {
    const entry = published?.get(name);
    const own = byModel.get(name) ?? {};
    const bundled = splitSchema.options.flatMap((split) => own[split] ?? []).find((result) => result.info)?.info;
    const info = infos.get(name) ?? bundled ?? (entry && infoOf(name, entry));
    return { name, results: own, info, published: entry?.['pass@1'] };
  });
}

/** The result of a split that has all of these tasks; one that has no others is preferred. */
export function pickResult({ results }: Contender, split: Split, taskIds: readonly string[]): Result | undefined {
  const holding = (results[split] ?? []).filter(({ tasks }) => taskIds.every((id) => tasks.has(id)));
  return holding.find(({ tasks }) => tasks.size === taskIds.length) ?? holding[0];
}

/** The same verdicts twice are one result; other verdicts of the same tasks are a question only their owner can answer. */
function addResult(known: readonly Result[], result: Result): readonly Result[] {
  const earlier = known.find(({ tasks }) => hasSameTasks(tasks, result.tasks));
  if (!earlier) return [...known, result];
  const isSame = [...earlier.tasks].every(([id, { passed, samples }]) => {
    const task = result.tasks.get(id);
    return task?.passed === passed && task.samples === samples;
  });
  // A run's own folder says more than the files written from it.
  if (isSame) return earlier.runId === undefined ? known.map((each) => (each === earlier ? result : each)) : known;
  throw new BigCodeBenchError(
    'BAD_INPUT',
    `${result.model} is there twice for the ${result.conditions.split} split, with different verdicts (${earlier.source} and ${result.source}): give one of them.`,
    { data: { sources: [earlier.source, result.source] } },
  );
}

function hasSameTasks(one: Result['tasks'], other: Result['tasks']): boolean {
  return one.size === other.size && [...one.keys()].every((id) => other.has(id));
}

/** Results of one split must be measured alike. */
function refuseUnlike(models: readonly SplitResults[]): void {
  for (const split of splitSchema.options) {
    const [first, ...others] = models.flatMap((results) => results[split] ?? []);
    for (const other of first ? others : []) if (first) refuseMismatches(first, other, listMismatches(first, other));
  }
}

/** Tasks of another subset are no mismatch: which ones a model lacks is found, and said, when the board is built. */
function listMismatches(one: Result, other: Result): Mismatch[] {
  const withoutSubset = ({ conditions }: Result) => ({
    ...conditions,
    subset: undefined,
    datasetHash: one.conditions.subset === other.conditions.subset ? conditions.datasetHash : undefined,
  });
  return findMismatches(withoutSubset(one), withoutSubset(other));
}

function infoOf(name: string, entry: PublishedEntry): KnownModelInfo {
  const { link, prompted, moe, size, act_param, date, prefill } = entry;
  const openData = entry['open-data'];
  return {
    name,
    link,
    prompted,
    size,
    ...(moe === undefined ? {} : { moe }),
    ...(act_param === undefined ? {} : { act_param }),
    ...(date === undefined ? {} : { date }),
    ...(prefill === undefined ? {} : { prefill }),
    ...(openData === 'Full' || openData === 'Partial' || openData === 'None' ? { 'open-data': openData } : {}),
  };
}

function unknownSplit({ source }: Result): BigCodeBenchError {
  return new BigCodeBenchError(
    'BAD_INPUT',
    `${source} does not say whether it is complete or instruct: name it MODEL--main--bigcodebench-SPLIT--…_eval_results.json, or pass --split.`,
    { data: { file: source } },
  );
}
