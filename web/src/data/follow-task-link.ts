import type { TaskListDocument } from '../../../src/schema/view/task-document.ts';
import type { DocumentSource } from './source.ts';

const taskLink = /^#task\/(.+)$/;

/** Turns `#task/13`, which people write into issues and chats, into the address of that task's page. */
export async function followTaskLink(source: DocumentSource): Promise<void> {
  if (!source.usesHash) return;
  const rewrite = async () => {
    const wanted = taskLink.exec(location.hash)?.[1];
    if (wanted === undefined) return;
    const { ids } = (await source.read('tasks')) as TaskListDocument;
    const id = ids.find((candidate) => candidate === wanted || candidate.endsWith(`/${wanted}`));
    location.replace(`#/tasks/${id ?? wanted}`);
  };
  // Before the router sees an address that it does not know.
  window.addEventListener('hashchange', () => void rewrite(), true);
  await rewrite();
}
