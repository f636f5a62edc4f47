import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listTaskFolders } from '../../dataset/task-folder.ts';
import { Channel } from '../../util/channel.ts';

/** Editors write a file in several steps, and people save several files at once. */
const quietMs = 100;

/**
 * What changes in a task pack from now on, in batches: the folders of tasks, or the path itself if that is a file or a
 * single task, or if the manifest has changed. Throws the signal's reason when it aborts.
 */
export async function watchPack(path: string, signal: AbortSignal): Promise<AsyncIterable<ReadonlySet<string>>> {
  const isFile = statSync(path).isFile();
  const root = isFile ? dirname(path) : path;
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  const batches = new Channel<true>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (place: string) => {
    changed.add(place);
    clearTimeout(timer);
    timer = setTimeout(() => batches.push(true), quietMs);
  };
  const follow = (folder: string, onChange: (name: string) => void) => {
    watchers.get(folder)?.close();
    const watcher = watch(folder, (_, name) => {
      // Editors keep files of their own beside the one that is edited.
      if (name && !/^\.|~$/.test(name)) onChange(name);
    });
    // A folder that is deleted has no more to say; its pack says when it comes back.
    watcher.on('error', () => watcher.close());
    watchers.set(folder, watcher);
  };
  const followTask = (folder: string) => follow(folder, () => tell(folder));
  const tasks = isFile ? [path] : await listTaskFolders(path);
  const whole = isFile ? [basename(path)] : ['manifest.json'];
  follow(root, (name) => {
    const place = join(root, name);
    if (whole.includes(name) || (!isFile && tasks[0] === path)) return tell(path);
    if (isFile) return;
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isFolder) followTask(place);
    if (isFolder || watchers.has(place)) tell(place);
  });
  for (const folder of tasks) if (folder !== path) followTask(folder);
  const stop = () => batches.fail(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return (async function* () {
    try {
      for await (const _ of batches) {
        const batch = new Set(changed);
        changed.clear();
        if (batch.size > 0) yield batch;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    }
  })();
}
