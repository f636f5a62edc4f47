/**
 * Every way a number can leave the engine. A door says what it sees of a run: its score, and which tasks are not solved.
 * A new door is one line in `runDoors` or `folderDoors`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compareCommand } from '../../src/cli/commands/compare.ts';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { inspectCommand } from '../../src/cli/commands/inspect.ts';
import { leaderboardCommand } from '../../src/cli/commands/leaderboard.ts';
import { reportCommand } from '../../src/cli/commands/report.ts';
import { submitCommand } from '../../src/cli/commands/submit.ts';
import { withExecutor } from '../../src/cli/testing/run-command.ts';
import { readResults } from '../../src/compare/read-results.ts';
import { type Result, shareOf } from '../../src/compare/result.ts';
import { findFailedTasks, loadSelectedTasks } from '../../src/run/load-selected-tasks.ts';
import { defaultRules, type EvaluationRules } from '../../src/schema/evaluation-rules.ts';
import { openServer } from '../../src/server/testing/open-server.ts';
import { readRun } from '../../src/store/run-log.ts';
import { createDocuments } from '../../src/view/build-documents.ts';
import { createCatalog } from '../../src/view/catalog.ts';
import { createLoadedTasks } from '../../src/view/loaded-tasks.ts';
import type { Place } from './place.ts';

/** What a door shows of one run. A part that it does not show is left out. */
export interface Seen {
  readonly score?: number;
  /** Ids of the tasks that not every sample solves. */
  readonly failed?: readonly string[];
}

export type RunDoor = (place: Place, run: string) => Promise<Seen>;

const percent = (text: string) => Number(text) / 100;
const json = async (text: string | Promise<string>) => JSON.parse(await text);
const unique = (ids: readonly string[]) => [...new Set(ids)].sort();

const report = (reporter: string): ((place: Place, run: string) => Promise<string>) => {
  return async (place, run) => {
    const file = `${basename(run)}.${reporter}`;
    await place.command(reportCommand, [run, '--reporter', `${reporter}:${file}`, '--quiet']);
    return place.readText(file);
  };
};

/** The documents inside a self-contained page. */
function documentsOf(page: string): Record<string, never> {
  const data = /<script type="application\/json" id="documents">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}';
  return JSON.parse(data);
}

interface RunColumns {
  readonly run: { readonly passAt1: { readonly value: number } };
  readonly tasks: { readonly ids: readonly string[] };
  readonly samples: {
    readonly task: readonly number[];
    readonly outcome: readonly number[];
    readonly outcomes: readonly string[];
  };
}

/** What the explorer's page of a run shows: its score, and the rows that are not green; tasks without a row are unsolved. */
function seeDocument({ run, tasks, samples }: RunColumns): Seen {
  const isBad = (row: number) => samples.outcomes[samples.outcome[row] ?? -1] !== 'pass';
  const bad = samples.task.filter((_, row) => isBad(row)).map((task) => tasks.ids[task] ?? '');
  const absent = tasks.ids.filter((_, task) => !samples.task.includes(task));
  return { score: run.passAt1.value, failed: unique([...bad, ...absent]) };
}

/** Doors that show one run. */
export const runDoors: Record<string, RunDoor> = {
  report: async (place, run) => {
    const { out } = await place.command(reportCommand, [run]);
    return { score: percent(/pass@1 +([\d.]+)%/.exec(out)?.[1] ?? '') };
  },
  'report --json': async (place, run) => {
    const document = await json((await place.command(reportCommand, [run, '--json'])).out);
    return { score: document['pass@1'] };
  },
  'report --reporter json': async (place, run) => {
    const { score } = await json(report('json')(place, run));
    return { score: score.passAt1.value };
  },
  'report --reporter markdown': async (place, run) => {
    const text = await report('markdown')(place, run);
    return { score: percent(/\| pass@1 \| ([\d.]+)%/.exec(text)?.[1] ?? '') };
  },
  'report --reporter github': async (place, run) => {
    const text = await report('github')(place, run);
    return { score: percent(/pass@1 ([\d.]+)%25/.exec(text)?.[1] ?? '') };
  },
  'report --reporter junit': async (place, run) => {
    const cases = [
      ...(await report('junit')(place, run)).matchAll(/classname="(\w+)" name="(\d+)#\d+"[^>]*>\n *<failure/g),
    ];
    return { failed: unique(cases.map(([, suite, name]) => `${suite}/${name}`)) };
  },
  'report --reporter html': async (place, run) => {
    const documents = documentsOf(await report('html')(place, run));
    return seeDocument(documents[`runs/${basename(run)}`] as unknown as RunColumns);
  },
  'compare --json': async (place, run) => {
    const { out } = await place.command(compareCommand, [run, run, '--json']);
    return { score: percent(String(JSON.parse(out).a.score)) };
  },
  'inspect --json': async (place, run) => {
    const { out } = await place.command(inspectCommand, [run, '--json', '--in-place', '--save-path', 'inspect']);
    return { failed: unique(JSON.parse(out).unsolved) };
  },
  'failed@RUN': async (place, run) => ({
    failed: unique(await findFailedTasks(run, { cwd: place.path, out: 'bcb_results' })),
  }),
  explorer: async (place, run) => {
    await using documents = await openDocuments(place, run);
    return seeDocument((await documents.run(basename(run))) as RunColumns);
  },
  'explorer matrix': async (place, run) => {
    await using documents = await openDocuments(place, run);
    const { taskIds, cells } = await documents.matrix();
    const shares = [...Buffer.from(cells, 'base64')].map((cell) => cell / 200);
    return { failed: unique(taskIds.filter((_, task) => (shares[task] ?? 0) < 1)) };
  },
  'export inspect': async (place, run) => {
    await place.command(exportCommand, ['inspect', run, '--out', `logs-${basename(run)}`, '--quiet']);
    const [name = ''] = await readdir(place.at(`logs-${basename(run)}`));
    const log = await json(place.readText(join(`logs-${basename(run)}`, name)));
    return { score: log.results.scores[0].metrics['pass@1'].value };
  },
  'export inspect, read again': (place, run) => readExport(place, run, 'inspect'),
  'export every-eval-ever, read again': (place, run) => readExport(place, run, 'every-eval-ever'),
  readRun: async (_, run) => {
    const { record } = await readRun(run);
    return record.result ? { score: record.result.score.passAt1.value } : {};
  },
  'pass_at_k.json': async (_, run) => {
    const { manifest } = await readRun(run);
    const name = manifest.exports.find((file) => file.endsWith('pass_at_k.json')) ?? '';
    return { score: JSON.parse(await readFile(join(run, '..', '..', name), 'utf8'))['pass@1'] };
  },
};

/** A run as others get it, read as their results are. */
async function readExport(place: Place, run: string, format: string): Promise<Seen> {
  const out = `${format}-${basename(run)}`;
  await place.command(exportCommand, [format, run, '--out', out, '--quiet']);
  const files = (await readdir(place.at(out), { recursive: true })).filter((name) => name.endsWith('.json'));
  return seeResult((await readResults(place.at(join(out, files[0] ?? ''))))[0]);
}

function seeResult(result: Result | undefined): Seen {
  const tasks = [...(result?.tasks ?? [])];
  const failed = tasks.filter(([, { passed, samples }]) => passed < samples).map(([id]) => id);
  return { score: tasks.reduce((sum, [, task]) => sum + shareOf(task), 0) / tasks.length, failed: unique(failed) };
}

/** A bundle of a run: what its description claims, and what its results say. */
export const bundleDoor: RunDoor = async (place, run) => {
  const info = { name: 'Small', link: 'https://example.com/x', prompted: true, moe: false, size: 1, act_param: 1 };
  await writeFile(
    place.at('model.json'),
    JSON.stringify({ ...info, 'open-data': 'None', prefill: false, date: '2026-01-31' }),
  );
  const out = `bundle-${basename(run)}`;
  await place.command(withExecutor(submitCommand, place.open()), [
    run,
    '--model-info',
    'model.json',
    '--out',
    out,
    '--quiet',
  ]);
  const { runs } = await json(place.readText(join(out, 'submission.json')));
  const [result] = await readResults(place.at(out));
  const failed = [...(result?.tasks ?? [])].filter(([, { passed, samples }]) => passed < samples).map(([id]) => id);
  return { score: percent(String(runs[0].score)), failed: unique(failed) };
};

/** What a door that ranks shows: one row per model. */
export type FolderDoor = (place: Place, out: string) => Promise<Readonly<Record<string, number>>>;

interface BoardRow {
  readonly model: string;
  readonly complete: number | null;
  readonly instruct: number | null;
}

const rowsOf = (models: readonly BoardRow[]) =>
  Object.fromEntries(models.map(({ model, complete, instruct }) => [model, (complete ?? instruct ?? 0) / 100]));

/** Doors that show a folder of runs. */
export const folderDoors: Record<string, FolderDoor> = {
  'leaderboard --json': async (place, out) => {
    const { out: text } = await place.command(leaderboardCommand, [out, '--json', '--resamples', '100']);
    return rowsOf(JSON.parse(text).models);
  },
  'explorer leaderboard': async (place, out) => {
    await using documents = await openDocuments(place, place.at(out));
    const { boards } = await documents.leaderboard();
    return rowsOf(boards[0]?.board.models ?? []);
  },
  'explorer runs': async (place, out) => {
    await using documents = await openDocuments(place, place.at(out));
    const { runs } = await documents.runs();
    return Object.fromEntries(runs.map(({ id, passAt1 }) => [id, passAt1?.value ?? -1]));
  },
};

/** The explorer's documents about what is at a path. */
async function openDocuments(place: Place, path: string) {
  const { taskSet } = await loadSelectedTasks(
    { ...noSelection, subset: 'tasks.jsonl' },
    { ...place, cwd: place.path, warn: () => {} },
  );
  const context = { tasks: createLoadedTasks(), readPublicTasks: async () => taskSet.tasks };
  const catalog = createCatalog({ paths: [path], context });
  return {
    ...createDocuments(catalog),
    unreadable: catalog.unreadable,
    [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose](),
  };
}

const noSelection = { datasetVersion: 'v0.1.4', select: undefined, idRange: undefined, out: 'bcb_results' };

/** Sends a samples file to `bcb serve` and reads back what it says. */
export async function askServer(
  place: Place,
  samples: string,
  query: string,
  rules: Partial<EvaluationRules> = {},
): Promise<Seen> {
  const { taskSet } = await loadSelectedTasks(
    { ...noSelection, subset: 'tasks.jsonl' },
    { ...place, cwd: place.path, warn: () => {} },
  );
  const executor = await place.open()();
  const server = openServer({
    executor,
    tasks: taskSet.tasks,
    outDir: place.at('served'),
    rules: { ...defaultRules, ...rules },
  });
  const response = await server.request(`/v1/evaluations?${query}`, {
    method: 'POST',
    body: await place.readText(samples),
    headers: { 'Content-Type': 'application/x-ndjson', Prefer: 'wait=60' },
  });
  const { id, result } = (await response.json()) as { id: string; result: { 'pass@1': number } };
  const results = (await (await server.request(`/v1/evaluations/${id}/results`)).json()) as {
    eval: Record<string, { status: string }[]>;
  };
  await server.close();
  const bad = Object.entries(results.eval).filter(([, entries]) => entries.some(({ status }) => status !== 'pass'));
  return { score: result['pass@1'], failed: unique(bad.map(([taskId]) => taskId)) };
}

/** The explorer's list of runs, and what it says of folders that it cannot read. */
export async function runDocuments(place: Place, path: string) {
  await using documents = await openDocuments(place, path);
  return documents.runs();
}
