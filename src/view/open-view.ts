import type { InfoDocument } from '../schema/view/run-document.ts';
import { createDocuments } from './build-documents.ts';
import { createCatalog } from './catalog.ts';
import { createLoadedTasks } from './loaded-tasks.ts';
import type { ViewContext } from './view-run.ts';
import { openWebFiles } from './web-files.ts';

export interface ViewOptions {
  /** Folders of results, run folders, result files; absolute. */
  readonly paths: readonly string[];
  readonly version: string;
  /** The tasks of result files, which do not bring theirs along. */
  readonly readPublicTasks: ViewContext['readPublicTasks'];
  readonly webFolder: string;
}

export type View = Awaited<ReturnType<typeof openView>>;

/** Runs, the documents about them and the app that shows them, however it reaches its reader. */
export async function openView({ paths, version, readPublicTasks, webFolder }: ViewOptions) {
  const files = await openWebFiles(webFolder);
  const info: InfoDocument = { version, kind: 'live', canExecute: false, folders: paths };
  const catalog = createCatalog({ paths, context: { tasks: createLoadedTasks(), readPublicTasks } });
  return {
    catalog,
    files,
    info,
    documents: createDocuments(catalog, paths),
    [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose](),
  };
}
