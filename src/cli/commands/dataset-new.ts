import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usageError } from '../../error/bigcodebench-error.ts';
import { makeFolder } from '../../util/make-folder.ts';
import { errorCodeOf } from '../../util/system-error.ts';
import type { CommandContext } from '../command.ts';
import { printNextSteps } from '../terminal/next-steps.ts';

/** A pack of one task, with the name and the id that are replaced. */
const example = {
  folder: fileURLToPath(new URL('../../../assets/task-pack/', import.meta.url)),
  name: 'my-tasks',
  taskId: 'Own/1',
};

/** `bcb dataset new DIR [ID]`: a task pack with one example task, to be replaced by one's own. */
export async function runNew(context: CommandContext, words: readonly string[]): Promise<void> {
  const [word, taskId = example.taskId, ...more] = words;
  const [, number] = /^[A-Za-z][\w.-]*\/(\d+)$/.exec(taskId) ?? [];
  if (word === undefined || more.length > 0) throw usageError('Name one folder: `bcb dataset new my-tasks`.');
  if (number === undefined) {
    throw usageError(`"${taskId}" is not a task id: use a name, a slash and a number, such as ${example.taskId}.`);
  }
  const path = resolve(context.cwd, word);
  await refuseExisting(path);
  const task = join(path, number.padStart(3, '0'));
  await makeFolder(path);
  await cp(join(example.folder, '001'), task, { recursive: true });
  await copyText('manifest.json', path, [example.name, nameOf(path)]);
  await copyText('001/task.json', task, [example.taskId, taskId]);
  const sentence = `${path} has one task, ${taskId}: replace what is in its files by your own.\n`;
  context.print({ path, task_id: taskId, folder: task }, sentence);
  printNextSteps(context, [{ words: ['dataset', 'lint', word, '--watch'], why: 'check it whenever a file changes' }]);
}

async function refuseExisting(path: string): Promise<void> {
  const entries = await readdir(path).catch((error: unknown) => (errorCodeOf(error) === 'ENOENT' ? [] : [path]));
  if (entries.length > 0) throw usageError(`${path} exists and is not empty: name a new folder.`);
}

/** Copies a text of the example into a folder, with one of its words replaced. */
async function copyText(name: string, folder: string, [old, own]: readonly [string, string]): Promise<void> {
  const text = await readFile(join(example.folder, name), 'utf8');
  const replaced = text.replace(JSON.stringify(old), () => JSON.stringify(own));
  await writeFile(join(folder, basename(name)), replaced);
}

/** A folder's name as a manifest may have it. */
function nameOf(path: string): string {
  const name = basename(path).replace(/[^a-zA-Z0-9._-]+/g, '-');
  return name.replace(/^[^a-zA-Z0-9]+/, '') || example.name;
}
