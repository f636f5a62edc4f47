import { basename } from 'node:path';
import { fileError } from '../../error/bigcodebench-error.ts';
import type { Mismatch } from '../../schema/comparison.ts';
import type { BoardScore } from '../../schema/leaderboard.ts';
import { type Split, splitSchema } from '../../schema/task.ts';
import { transpose } from '../../score/board/ranks.ts';
import { meanOf } from '../../score/values.ts';
import { type KnownModelInfo, modelInfoSchema, type PublishedEntry } from '../../upstream/board-file.ts';
import { listSome } from '../../util/list-some.ts';
import { findMismatches, refuseMismatches } from '../check-comparable.ts';
import { nameResults, type Result, rowOf } from '../result.ts';

export interface Contender {
  readonly name: string;
  /** Of one split there may be several: of all tasks, and of the hard ones alone. */
  readonly results: SplitResults;
  readonly info?: KnownModelInfo | undefined;
  readonly published?: PublishedEntry['pass@1'] | undefined;
}

type SplitResults = Readonly<Partial<Record<Split, readonly Result[]>>>;

interface GatherContendersInput {
  readonly results: readonly Result[];
  readonly infos?: ReadonlyMap<string, KnownModelInfo> | undefined;
  readonly published?: ReadonlyMap<string, PublishedEntry> | undefined;
  readonly allowMismatch?: boolean;
}

export function gatherContenders(input: GatherContendersInput): Contender[] {
  const { infos, published } = input;
  const byName = groupResults(input.results);
  if (!input.allowMismatch) refuseUnlike([...byName.values()]);
  const names = [...new Set([...byName.keys(), ...(published?.keys() ?? [])])];
  return names.map((name) => {
    const entry = published?.get(name);
    const own = byName.get(name) ?? {};
    const all = splitSchema.options.flatMap((split) => own[split] ?? []);
    const bundled = all.find((result) => result.info)?.info;
    const info = infos?.get(name) ?? infos?.get(all[0]?.model ?? '') ?? bundled ?? (entry && infoOf(name, entry));
    return { name, results: own, info, published: entry?.['pass@1'] };
  });
}

/** By model and what differs between its runs. The same verdicts twice are one result: that of the run, which says more. */
function groupResults(results: readonly Result[]): Map<string, SplitResults> {
  const names = nameResults(results, { joinsSplits: true });
  const named = results
    .map((result, at) => ({ result, name: names[at] ?? result.model }))
    .sort((a, b) => Number(a.result.runId === undefined) - Number(b.result.runId === undefined));
  const kept: typeof named = [];
  const groups = new Map<string, SplitResults>();
  for (const { result, name } of named) {
    const { split } = result.conditions;
    if (split === undefined) {
      const hint = 'name it MODEL--main--bigcodebench-SPLIT--…_eval_results.json, or pass --split';
      throw fileError(result.source, `${result.source} does not say whether it is complete or instruct: ${hint}.`);
    }
    const isAlike = (other: Result) => other.conditions.split === split && hasSameTasks(other.tasks, result.tasks);
    const isSame = (other: Result) => isAlike(other) && hasSameVerdicts(other, result);
    if (kept.some((other) => other.name === name && isSame(other.result))) continue;
    kept.push({ result, name });
    // Another run of the same tasks under the same name is told apart by where it is.
    const called = result.labels?.name ?? result.runId;
    const own = [name, `${name} (${called ?? basename(result.source)})`, `${name} (${result.source})`];
    const label = own.find((each) => !groups.get(each)?.[split]?.some(isAlike)) ?? name;
    const group = groups.get(label) ?? {};
    groups.set(label, { ...group, [split]: [...(group[split] ?? []), result] });
  }
  return groups;
}

function hasSameVerdicts(one: Result, other: Result): boolean {
  return [...one.tasks].every(([id, { passed, samples }]) => {
    const task = other.tasks.get(id);
    return task?.passed === passed && task.samples === samples;
  });
}

function hasSameTasks(one: Result['tasks'], other: Result['tasks']): boolean {
  return one.size === other.size && [...one.keys()].every((id) => other.has(id));
}

function refuseUnlike(models: readonly SplitResults[]): void {
  for (const split of splitSchema.options) {
    const [first, ...others] = models.flatMap((results) => results[split] ?? []);
    for (const other of others) if (first) refuseMismatches(first, other, listMismatches(first, other));
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
  const openData = modelInfoSchema.shape['open-data'].safeParse(entry['open-data']).data;
  return { name, link, prompted, size, moe, act_param, date, prefill, 'open-data': openData };
}

/** The result of a split that has all of these tasks; one that has no others is preferred. */
export function pickResult({ results }: Contender, split: Split, taskIds: readonly string[]): Result | undefined {
  const holding = (results[split] ?? []).filter(({ tasks }) => taskIds.every((id) => tasks.has(id)));
  return holding.find(({ tasks }) => tasks.size === taskIds.length) ?? holding[0];
}

export type Entrant = ReturnType<typeof buildEntrant>;

/** Admits who has every task in every split that the ranking needs; says what the others lack. */
export function enter(
  contenders: readonly Contender[],
  { taskIds, rankedBy }: { readonly taskIds: readonly string[]; readonly rankedBy: BoardScore },
) {
  const entrants: Entrant[] = [];
  const excluded: { model: string; reason: string }[] = [];
  const needed = splitsOf(rankedBy);
  for (const contender of contenders) {
    const reasons = needed.flatMap((split) => describeLack(contender, split, taskIds) ?? []);
    if (reasons.length > 0) excluded.push({ model: contender.name, reason: reasons.join(' and ') });
    else entrants.push(buildEntrant(contender, needed, taskIds));
  }
  return { entrants, excluded };
}

export function splitsOf(rankedBy: BoardScore): readonly Split[] {
  return rankedBy === 'average' ? splitSchema.options : [rankedBy];
}

function describeLack(contender: Contender, split: Split, taskIds: readonly string[]): string | undefined {
  if (pickResult(contender, split, taskIds)) return undefined;
  const [first] = contender.results[split] ?? [];
  if (!first) return `has no ${split} result`;
  const lacking = taskIds.filter((id) => !first.tasks.has(id));
  return `lacks ${lacking.length} of ${taskIds.length} tasks in ${split} (${listSome(lacking, 3)})`;
}

function buildEntrant(contender: Contender, needed: readonly Split[], taskIds: readonly string[]) {
  const results: Partial<Record<Split, Result>> = {};
  for (const split of splitSchema.options) {
    const result = pickResult(contender, split, taskIds);
    if (result) results[split] = result;
  }
  /** Of the score that ranks, task by task. */
  const rows = needed.flatMap((split) => (results[split] ? rowOf(results[split], taskIds) : []));
  return { contender, results, row: Float64Array.from(transpose(rows), meanOf) };
}
