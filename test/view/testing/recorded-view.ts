import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadTasks } from '../../../src/dataset/load-tasks.ts';
import type { RunDocument, RunListDocument } from '../../../src/schema/view/run-document.ts';
import type { Need } from '../../../src/util/testing/needs.ts';
import { createViewServer, type ViewServer, type ViewServerOptions } from '../../../src/view/create-view-server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const recorded = join(root, 'test', 'fixtures', 'recorded');

export const webFolder = join(root, 'dist', 'web');

/** The app, as `npm run build` makes it. */
export const builtApp: Need = { name: 'npm run build', isMet: existsSync(join(webFolder, 'index.html')) };

export async function readRecordedTasks() {
  return (await loadTasks({ subset: join(recorded, 'bigcodebench-v0.1.4.jsonl.gz') })).tasks;
}

/** The explorer over two recorded results of the original. */
export function openRecordedView(options: Partial<ViewServerOptions> = {}): Promise<ViewServer> {
  return createViewServer({
    paths: [join(recorded, 'samples')],
    port: 0,
    version: '0.0.0',
    readPublicTasks: readRecordedTasks,
    webFolder,
    ...options,
  });
}

/** A document, as the page would read it. */
export async function readDocument<Document>({ origin, token }: ViewServer, path: string): Promise<Document> {
  const response = await fetch(`${origin}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  // The tests rely on the same types as the app.
  return (await response.json()) as Document;
}

/** Ids of the two recorded runs, and of a task that the first one fails. */
export interface RecordedNames {
  readonly complete: string;
  readonly instruct: string;
  readonly failed: string;
}

export async function findNames(server: ViewServer): Promise<RecordedNames> {
  const { runs } = await readDocument<RunListDocument>(server, 'runs');
  const idOf = (wanted: string) => runs.find(({ split }) => split === wanted)?.id ?? '';
  const complete = idOf('complete');
  const { tasks, samples } = await readDocument<RunDocument>(server, `runs/${complete}`);
  const row = samples.outcome.findIndex((at) => samples.outcomes[at] === 'fail');
  return { complete, instruct: idOf('instruct'), failed: tasks.ids[samples.task[row] ?? 0] ?? '' };
}

/** An outline without what differs from checkout to checkout: ids made of paths, and the paths. */
export function hidePlaces(outline: string, { complete, instruct }: RecordedNames): string {
  return outline.replaceAll(complete, 'COMPLETE').replaceAll(instruct, 'INSTRUCT').replaceAll(root, '');
}
