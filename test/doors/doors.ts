/**
 * Every way a number about one run can leave the engine. A door says what it shows: the score, the tasks that are not
 * solved, or both; it is looked at for every run of the suite. A new door is one line in `runDoors`.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { compareCommand } from '../../src/cli/commands/compare.ts';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { inspectCommand } from '../../src/cli/commands/inspect.ts';
import { reportCommand } from '../../src/cli/commands/report.ts';
import { submitCommand } from '../../src/cli/commands/submit.ts';
import { withExecutor } from '../../src/cli/testing/run-command.ts';
import { readResults } from '../../src/compare/read-results.ts';
import { shareOf } from '../../src/compare/result.ts';
import { findFailedTasks, loadSelectedTasks } from '../../src/run/load-selected-tasks.ts';
import { openServer } from '../../src/server/testing/open-server.ts';
import { readRun } from '../../src/store/run-log.ts';
import { createDocuments } from '../../src/view/build-documents.ts';
import { createCatalog } from '../../src/view/catalog.ts';
import { createLoadedTasks } from '../../src/view/loaded-tasks.ts';
import type { Asked, Place } from './place.ts';

/** A run to look at, and the command that made it. */
export interface Look {
  readonly place: Place;
  readonly run: string;
  readonly asked: Asked;
}

/** What a door may show: the share of samples that pass, and the ids of the tasks that not every sample solves. */
export interface Facts {
  readonly score: number;
  readonly failed: readonly string[];
}

export interface RunDoor {
  readonly shows: readonly (keyof Facts)[];
  readonly look: (look: Look) => Promise<Partial<Facts>>;
}

const score = (look: (look: Look) => Promise<number>): RunDoor => {
  return { shows: ['score'], look: async (on) => ({ score: await look(on) }) };
};
const failed = (look: (look: Look) => Promise<readonly string[]>): RunDoor => {
  return { shows: ['failed'], look: async (on) => ({ failed: unique(await look(on)) }) };
};
const both = (look: (look: Look) => Promise<Facts>): RunDoor => ({ shows: ['score', 'failed'], look });

const unique = (ids: readonly string[]) => [...new Set(ids)].sort();
/** The first group, which is a percentage; a text without it is no number. */
const percentIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 'none') / 100;

/** Doors that show one run. */
export const runDoors = {
  'the command again': score(async ({ place, asked }) => {
    return percentIn((await place.carryOut(asked, { isText: true })).out, /pass@1 +([\d.]+)%/);
  }),
  'the command again, --json': score(async ({ place, asked }) => {
    const document = JSON.parse((await place.carryOut(asked)).out);
    return (document.runs?.[0] ?? document)['pass@1'];
  }),
  report: score(async ({ place, run }) => {
    return percentIn((await place.command(reportCommand, [run])).out, /pass@1 +([\d.]+)%/);
  }),
  'report --json': score(async ({ place, run }) => {
    return JSON.parse((await place.command(reportCommand, [run, '--json'])).out)['pass@1'];
  }),
  'report --reporter json': score(async (on) => JSON.parse(await report(on, 'json')).score.passAt1.value),
  'report --reporter markdown': score(async (on) => percentIn(await report(on, 'markdown'), /\| pass@1 \| ([\d.]+)%/)),
  'report --reporter github': score(async (on) => percentIn(await report(on, 'github'), /pass@1 ([\d.]+)%25/)),
  'report --reporter junit': failed(async (on) => {
    const cases = (await report(on, 'junit')).matchAll(/classname="(\w+)" name="(\d+)#\d+"[^>]*>\n *<failure/g);
    return [...cases].map(([, suite, name]) => `${suite}/${name}`);
  }),
  'report --reporter csv': failed(async (on) => {
    const [head = '', ...rows] = (await report(on, 'csv')).trim().split('\r\n');
    const columns = head.split(',');
    const cells = rows.map((row) => row.split(','));
    const bad = cells.filter((row) => row[columns.indexOf('status')] !== 'pass');
    return bad.map((row) => row[columns.indexOf('task_id')] ?? '');
  }),
  'report --reporter html': both(async (on) => {
    const page = await report(on, 'html');
    const data = /<script type="application\/json" id="documents">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}';
    return seeDocument(JSON.parse(data)[`runs/${basename(on.run)}`]);
  }),
  compare: score(async ({ place, run }) => {
    return percentIn((await place.command(compareCommand, [run, run])).out, /^A .*? ([\d.]+)%/m);
  }),
  'compare --json': score(async ({ place, run }) => {
    return JSON.parse((await place.command(compareCommand, [run, run, '--json'])).out).a.score / 100;
  }),
  'inspect --json': failed(async ({ place, run }) => {
    const words = [run, '--json', '--in-place', '--save-path', 'inspect'];
    return JSON.parse((await place.command(inspectCommand, words)).out).unsolved;
  }),
  'failed@RUN': failed(({ place, run }) => findFailedTasks(run, { cwd: place.path, out: 'bcb_results' })),
  explorer: both(async ({ place, run }) => {
    await using documents = await openDocuments(place, run);
    return seeDocument(await documents.run(basename(run)));
  }),
  'explorer matrix': failed(async ({ place, run }) => {
    await using documents = await openDocuments(place, run);
    const { taskIds, cells } = await documents.matrix();
    const shares = [...Buffer.from(cells, 'base64')].map((cell) => cell / 200);
    return taskIds.filter((_, task) => (shares[task] ?? 0) < 1);
  }),
  'export inspect': score(async (on) => {
    return JSON.parse(await readFile(await exportRun(on, 'inspect'), 'utf8')).results.scores[0].metrics['pass@1'].value;
  }),
  'export inspect, read again': both(async (on) => seeResult(await exportRun(on, 'inspect'))),
  'export every-eval-ever, read again': both(async (on) => seeResult(await exportRun(on, 'every-eval-ever'))),
  readRun: both(async ({ run }) => {
    const { record, state } = await readRun(run);
    const isSolved = (id: string) => {
      const samples = [...state.samples(id)];
      return samples.length > 0 && samples.every(({ verdict }) => verdict?.status === 'pass');
    };
    return {
      score: record.result?.score.passAt1.value ?? Number.NaN,
      failed: record.taskIds.filter((id) => !isSolved(id)),
    };
  }),
  'pass_at_k.json': score(
    async (on) => JSON.parse(await readFile(await findExport(on, 'pass_at_k.json'), 'utf8'))['pass@1'],
  ),
  'eval_results.json': both(async (on) => seeResult(await findExport(on, 'eval_results.json'))),
  'verdicts.parquet': failed(async ({ run }) => {
    const bytes = await readFile(join(run, 'verdicts.parquet'));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const rows = await parquetReadObjects({ file, columns: ['task_id', 'passed'] });
    return rows.filter(({ passed }) => !passed).map((row) => String(row.task_id));
  }),
  bundle: both(async ({ place, run }) => {
    const out = `bundle-${basename(run)}`;
    const info = { name: 'Small', link: 'https://example.com/x', prompted: true, moe: false, size: 1, act_param: 1 };
    const more = { 'open-data': 'None', prefill: false, date: '2026-01-31' };
    await writeFile(place.at('model.json'), JSON.stringify({ ...info, ...more }));
    const submit = withExecutor(submitCommand, place.open());
    await place.command(submit, [run, '--model-info', 'model.json', '--out', out, '--quiet']);
    const { runs } = JSON.parse(await place.readText(join(out, 'submission.json')));
    return { score: runs[0].score / 100, failed: (await seeResult(place.at(out))).failed };
  }),
  serve: both(askServer),
} satisfies Record<string, RunDoor>;

export type DoorName = keyof typeof runDoors;

async function report({ place, run }: Look, reporter: string): Promise<string> {
  const file = `${basename(run)}.${reporter}`;
  await place.command(reportCommand, [run, '--reporter', `${reporter}:${file}`, '--quiet']);
  return place.readText(file);
}

async function findExport({ run }: Look, ending: string): Promise<string> {
  const { manifest } = await readRun(run);
  return join(run, '..', '..', manifest.exports.find((file) => file.endsWith(ending)) ?? ending);
}

/** What the explorer's page of a run shows: its score, and the rows that are not green; tasks without a row are unsolved. */
function seeDocument(document: unknown): Facts {
  const { run, tasks, samples } = document as {
    readonly run: { readonly passAt1: { readonly value: number } };
    readonly tasks: { readonly ids: readonly string[] };
    readonly samples: Readonly<{ task: number[]; outcome: number[]; outcomes: string[] }>;
  };
  const isBad = (row: number) => samples.outcomes[samples.outcome[row] ?? -1] !== 'pass';
  const bad = samples.task.filter((_, row) => isBad(row)).map((task) => tasks.ids[task] ?? '');
  const absent = tasks.ids.filter((_, task) => !samples.task.includes(task));
  return { score: run.passAt1.value, failed: unique([...bad, ...absent]) };
}

/** Exports a run as others get it; the path of the file. */
async function exportRun({ place, run }: Look, format: string): Promise<string> {
  const out = `${format}-${basename(run)}`;
  await place.command(exportCommand, [format, run, '--out', out, '--quiet']);
  const names = await readdir(place.at(out), { recursive: true });
  return place.at(join(out, names.find((name) => name.endsWith('.json')) ?? ''));
}

/** What a file says that is read as a result of somebody else. */
async function seeResult(path: string): Promise<Facts> {
  const [result] = await readResults(path);
  const tasks = [...(result?.tasks ?? [])];
  const bad = tasks.filter(([, { passed, samples }]) => passed < samples).map(([id]) => id);
  return { score: tasks.reduce((sum, [, task]) => sum + shareOf(task), 0) / tasks.length, failed: unique(bad) };
}

async function loadAll(place: Place) {
  const noSelection = { datasetVersion: 'v0.1.4', select: undefined, idRange: undefined, out: 'bcb_results' };
  const runContext = { ...place, cwd: place.path, warn: () => {} };
  return (await loadSelectedTasks({ ...noSelection, subset: 'tasks.jsonl' }, runContext)).taskSet.tasks;
}

/** The explorer's documents about what is at a path. */
export async function openDocuments(place: Place, path: string) {
  const context = { tasks: createLoadedTasks(), readPublicTasks: () => loadAll(place) };
  const catalog = createCatalog({ paths: [path], context });
  return { ...createDocuments(catalog), [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose]() };
}

/** Sends the samples file of a run to `bcb serve`, to be judged by the same rules, and reads back what it says. */
async function askServer({ place, run }: Look): Promise<Facts> {
  const { manifest } = await readRun(run);
  const { rules, missing, split } = manifest.run;
  const { samples = join(dirname(dirname(run)), manifest.exports[0] ?? '') } = manifest.provenance;
  const executor = await place.open()();
  const outDir = place.at(`served-${basename(run)}`);
  await mkdir(outDir, { recursive: true });
  const server = openServer({ executor, tasks: await loadAll(place), outDir, rules });
  const response = await server.request(`/v1/evaluations?missing=${missing}&split=${split}`, {
    method: 'POST',
    body: await readFile(String(samples), 'utf8'),
    headers: { 'Content-Type': 'application/x-ndjson', Prefer: 'wait=60' },
  });
  const { id, result } = (await response.json()) as { id: string; result: { 'pass@1': number } };
  const results = await (await server.request(`/v1/evaluations/${id}/results`)).json();
  await server.close();
  const entries = Object.entries((results as { eval: Record<string, { status: string }[]> }).eval);
  const bad = entries.filter(([, own]) => own.some(({ status }) => status !== 'pass')).map(([taskId]) => taskId);
  return { score: result['pass@1'], failed: unique(bad) };
}
