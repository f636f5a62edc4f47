import type { Task } from '../../schema/task.ts';
import { exampleTasks } from '../../store/testing/example-run.ts';
import { createDocuments, type ViewDocuments } from '../build-documents.ts';
import { type Catalog, createCatalog } from '../catalog.ts';
import { createLoadedTasks } from '../loaded-tasks.ts';
import type { ViewContext } from '../view-run.ts';

export function exampleContext(publicTasks: readonly Task[] = exampleTasks): ViewContext {
  return { tasks: createLoadedTasks(), readPublicTasks: async () => publicTasks };
}

export interface ExampleView extends AsyncDisposable {
  readonly catalog: Catalog;
  readonly documents: ViewDocuments;
}

/** A view that looks for changes whenever it is asked for something. */
export function openExampleView(...paths: string[]): ExampleView {
  let time = 0;
  const now = () => {
    time += 10_000;
    return time;
  };
  const catalog = createCatalog({ paths, context: exampleContext(), now });
  const documents = createDocuments(catalog);
  return { catalog, documents, [Symbol.asyncDispose]: () => catalog[Symbol.asyncDispose]() };
}
