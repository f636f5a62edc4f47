import type { InfoDocument } from '../schema/view/run-document.ts';
import { createDocuments, type ViewDocuments } from './build-documents.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { openRun } from './open-run.ts';
import { createTaskShelf } from './task-shelf.ts';
import type { RunContext } from './view-run.ts';
import { openWebFiles, type WebFiles } from './web-files.ts';

export interface ViewOptions {
  /** Folders of results, run folders, result files; absolute. */
  readonly paths: readonly string[];
  readonly version: string;
  /** The tasks of result files, which do not bring theirs along. */
  readonly readPublicTasks: RunContext['readPublicTasks'];
  /** Folder of the built web app. */
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
  const catalog = createCatalog({ paths, context: { shelf: createTaskShelf(), readPublicTasks }, openRun });
  return {
    catalog,
    documents: createDocuments(catalog),
    files,
    info: { version, kind: 'live', canExecute: false, folders: paths },
    [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose](),
  };
}
