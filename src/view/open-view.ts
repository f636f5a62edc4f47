import type { InfoDocument } from '../schema/view/run-document.ts';
import { createDocuments, type ViewDocuments } from './build-documents.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { createLoadedTasks } from './loaded-tasks.ts';
import type { ViewContext } from './view-run.ts';
import { openWebFiles, type WebFiles } from './web-files.ts';

export interface ViewOptions {
  /** Folders of results, run folders, result files; absolute. */
  readonly paths: readonly string[];
  readonly version: string;
  /** The tasks of result files, which do not bring theirs along. */
  readonly readPublicTasks: ViewContext['readPublicTasks'];
  readonly webFolder: string;
}

/** Runs, the documents about them and the app that shows them, however it reaches its reader. */
export interface View extends AsyncDisposable {
  readonly catalog: Catalog;
  readonly documents: ViewDocuments;
  readonly files: WebFiles;
  readonly info: InfoDocument;
}

export async function openView({ paths, version, readPublicTasks, webFolder }: ViewOptions): Promise<View> {
  const files = await openWebFiles(webFolder);
  const catalog = createCatalog({ paths, context: { tasks: createLoadedTasks(), readPublicTasks } });
  return {
    catalog,
    documents: createDocuments(catalog, paths),
    files,
    info: { version, kind: 'live', canExecute: false, folders: paths },
    [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose](),
  };
}
