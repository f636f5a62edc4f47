import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { InfoDocument } from '../schema/view/run-document.ts';
import { moveAside } from '../util/keep-old-file.ts';
import type { ViewDocuments } from './build-documents.ts';
import type { View } from './open-view.ts';

export interface ExportOptions extends Pick<View, 'documents' | 'files' | 'info'> {
  /** Where it goes; a folder that is there already is moved aside. */
  readonly folder: string;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
}

const part = encodeURIComponent;
const dataFolder = 'data';

/** Every pair is a file; with hundreds of models there would be more of those than of anything else. */
const comparedAtMost = 24;

/** Writes the explorer and every document it can ask for as files that any web host can serve. */
export async function exportView(options: ExportOptions) {
  const { documents, files, info, folder, onProgress, signal } = options;
  const backup = await moveAside(folder);
  let written = 0;
  const write = async (name: string, content: string | Uint8Array) => {
    signal?.throwIfAborted();
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    written++;
    onProgress?.(written);
  };
  for (const name of files.names) {
    const bytes = await files.read(name);
    // Tells the app where its documents are.
    const place = `  <meta name="bcb-documents" content="./${dataFolder}" />\n  </head>`;
    await write(name, name === 'index.html' ? bytes.toString('utf8').replace('</head>', place) : bytes);
  }
  for await (const [path, document] of listDocuments(documents, info)) {
    // As the app's `fileNameOf`: a name that every file system and web host takes.
    if (document) await write(join(dataFolder, `${path.replaceAll('%', '~')}.json`), JSON.stringify(document));
  }
  return { files: written, backup };
}

type Listed = readonly [path: string, document: object | undefined];

/** Every document of a view under the path that the app asks for it by. */
async function* listDocuments(documents: ViewDocuments, info: InfoDocument): AsyncGenerator<Listed> {
  yield ['info', { ...info, kind: 'export', canExecute: false } satisfies InfoDocument];
  const list = await documents.runs();
  yield ['runs', list];
  for (const name of ['matrix', 'failures', 'leaderboard', 'audit', 'analysis'] as const) {
    yield [name, await documents[name]()];
  }
  const tasks = await documents.tasks();
  yield ['tasks', tasks];
  for (const id of tasks.ids) {
    yield [`tasks/${part(id)}`, await documents.task(id)];
    yield [`tasks/${part(id)}/answers`, await documents.answers(id)];
  }
  const compared = list.runs.slice(0, comparedAtMost);
  for (const { id: a } of compared) {
    for (const { id: b } of compared) {
      if (a !== b) yield [`compare/${part(a)}/${part(b)}`, await compareIfPossible(documents, a, b)];
    }
  }
  for (const { id } of list.runs) {
    const run = await documents.run(id);
    yield [`runs/${part(id)}`, run];
    for (const [row, task] of (run?.samples.task ?? []).entries()) {
      const taskId = run?.tasks.ids[task] ?? '';
      const index = run?.samples.index[row] ?? 0;
      const place = `${index}/${part(taskId)}`;
      yield [`runs/${part(id)}/samples/${place}`, await documents.sample(id, { taskId, index })];
      yield [`runs/${part(id)}/extraction/${place}`, await documents.extraction(id, { taskId, index })];
    }
  }
}

/** Two runs without a common task have nothing to compare, which is no reason to export nothing. */
async function compareIfPossible(documents: ViewDocuments, a: string, b: string): Promise<object | undefined> {
  try {
    return await documents.compare(a, b);
  } catch (error) {
    if (error instanceof BigCodeBenchError && error.code === 'BAD_INPUT') return undefined;
    throw error;
  }
}
