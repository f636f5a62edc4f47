/** What is known about the public tasks in other worlds than the benchmark's own; `scripts/world-facts.mjs` writes the shipped files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { GroundTruth, TaskState } from '../schema/proof.ts';
import { worldOf } from '../schema/python-environment.ts';
import { parseJson } from '../util/parse-json.ts';
import { readJsonAsset } from '../util/read-asset.ts';

const reasons = [
  ...['removed-api', 'stricter-api', 'changed-value', 'changed-message', 'random-stream'],
  ...['missing-library', 'network', 'time', 'chance'],
] as const;

const worldFactSchema = z.object({
  why: z.enum(reasons),
  /** What moved: `DataFrame.applymap`. */
  api: z.string().optional(),
  /** What the reference solution's failure says. */
  says: z.string().optional(),
});

export type WorldFact = z.infer<typeof worldFactSchema>;

const worldFactsSchema = z.object({
  /** `modern-cp313-2026-11-18`. */
  world: z.string(),
  dataset: z.string(),
  /** How often every reference solution ran, or in `env upgrade` every one that failed. */
  rounds: z.number().int().positive(),
  /** By id, the tasks whose reference solution does not pass every time. */
  fails: z.record(z.string(), worldFactSchema),
});

export type WorldFacts = z.infer<typeof worldFactsSchema>;

/** What is known of each world, from files that `env upgrade` left in a folder and shipped ones: the latest Python and day first. */
export function listWorldFacts(folder: string): WorldFacts[] {
  const folders = [folder, fileURLToPath(new URL('../../assets/worlds/', import.meta.url))].filter(existsSync);
  const files = folders.flatMap((each) => readdirSync(each).map((name) => join(each, name)));
  const paths = files.filter((path) => /^modern-.*json$/.test(basename(path)));
  const facts = paths.flatMap((path) => worldFactsSchema.safeParse(parseJson(readFileSync(path, 'utf8'))).data ?? []);
  return facts.sort((a, b) => b.world.localeCompare(a.world));
}

export function findWorldFacts(fingerprint: string | undefined, folder: string): WorldFacts | undefined {
  const world = worldOf(fingerprint);
  return world === undefined ? undefined : listWorldFacts(folder).find((facts) => facts.world === world);
}

const rules = readJsonAsset<readonly (Omit<WorldFact, 'says'> & { readonly says: string })[]>('worlds/moved.json').map(
  ({ says, ...rule }) => ({ ...rule, says: new RegExp(says) }),
);

/** Sorts a failure by what it says, in one line, and names what moved where the line does. */
export function explainMove(line: string): WorldFact {
  const rule = rules.find(({ says }) => says.test(line));
  const found = rule?.says.exec(line);
  const api = rule?.api?.replace(/\$(\d)/g, (_, group: string) => found?.[Number(group)] ?? '');
  return { why: rule?.why ?? 'changed-value', ...(api && { api }), says: line.slice(0, longest) };
}

const longest = 120;

/** What ran out of wall time on a busy machine says nothing of the task. */
const isMeasured = (state: TaskState) => state.state !== 'broken' || !state.reason.startsWith('timeout: wall');

/** What several rounds of all reference solutions in one world come to. */
export function buildWorldFacts(
  head: Pick<WorldFacts, 'world' | 'dataset'>,
  rounds: readonly ReadonlyMap<string, Pick<GroundTruth, 'state'>>[],
): WorldFacts {
  const ids = [...(rounds[0]?.keys() ?? [])];
  const failed = ids.flatMap((id): [string, WorldFact][] => {
    const all = rounds.flatMap((round) => round.get(id)?.state ?? []);
    const states = all.some(isMeasured) ? all.filter(isMeasured) : all;
    const bad = states.filter(({ state }) => state !== 'stable');
    const [first] = bad;
    if (!first) return [];
    if (first.state === 'needs-network') return [[id, { why: 'network' }]];
    if (first.state === 'flaky') return [[id, { why: 'chance' }]];
    const fact = explainMove(first.state === 'broken' ? first.reason : '');
    return [[id, bad.length < states.length ? { ...fact, why: 'chance' } : fact]];
  });
  return { ...head, rounds: rounds.length, fails: Object.fromEntries(failed) };
}

/** Tasks that do otherwise than in earlier facts. That one which fails by chance holds this time says nothing. */
export function listChanged(
  tasks: readonly { readonly id: string }[],
  earlier: WorldFacts | undefined,
  facts: WorldFacts,
) {
  return tasks.flatMap(({ id }) => {
    const [before, now] = [earlier?.fails[id]?.why ?? 'holds', facts.fails[id]?.why ?? 'holds'];
    const isSame = before === now || (before === 'chance' && now === 'holds');
    return isSame ? [] : [{ task_id: id, before, now, says: facts.fails[id]?.says }];
  });
}
