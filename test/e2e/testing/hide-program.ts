import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { listFolders, type Program, programs } from '../../../src/util/testing/needs.ts';

/** How to start a command that does not find a program. */
export interface Hiding {
  /** Words before those of the command. */
  readonly words: readonly string[];
  readonly path: string;
}

/**
 * Covers every folder that has the program by one without it: by mounts that only the command sees, or on PATH where this
 * user may not mount. Undefined where the program would still be found. `scratch` is an empty folder.
 */
export function hideProgram(program: Program, scratch: string): Hiding | undefined {
  const names = programs[program];
  const folders = [...new Set(listFolders().filter(existsSync).map(toRealPath))].filter((folder) =>
    names.some((name) => existsSync(join(folder, name))),
  );
  const hiding = hideByMounts(names, folders);
  // The sandbox looks for bubblewrap on a PATH of its own.
  return hiding ?? (program === 'bwrap' ? undefined : hideByPath(names, folders, scratch));
}

/** An overlay over each folder, from which the names are removed. */
const coverFolders = `
  names=$1; folders=$2; shift 2
  room=$(mktemp -d) && mount -t tmpfs none "$room" || exit 125
  for folder in $folders; do
    cover=$room/$(echo "$folder" | tr / _) && mkdir -p "$cover/upper" "$cover/work" || exit 125
    mount -t overlay overlay -o "lowerdir=$folder,upperdir=$cover/upper,workdir=$cover/work" "$folder" || exit 125
    for name in $names; do rm -f "$folder/$name" || exit 125; done
  done
  exec "$@"`;

function hideByMounts(names: readonly string[], folders: readonly string[]): Hiding | undefined {
  const words = ['unshare', '--mount', 'sh', '-c', coverFolders, 'sh', names.join(' '), folders.join(' ')];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const isGone = ['sh', '-c', 'for path; do test ! -e "$path" || exit 1; done', 'sh', ...paths];
  const { status } = spawnSync('unshare', [...words.slice(1), ...isGone]);
  return status === 0 ? { words, path: process.env.PATH ?? '' } : undefined;
}

/** Links to everything else that is on PATH; a program in another folder cannot be hidden so. */
function hideByPath(names: readonly string[], folders: readonly string[], scratch: string): Hiding | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && existsSync(folder));
  if (folders.some((folder) => !onPath.map(toRealPath).includes(folder))) return undefined;
  const path = onPath.map((folder, at) => {
    if (!folders.includes(toRealPath(folder))) return folder;
    const links = join(scratch, String(at));
    mkdirSync(links);
    for (const name of readdirSync(folder)) {
      if (!names.includes(name)) symlinkSync(join(folder, name), join(links, name));
    }
    return links;
  });
  return { words: [], path: path.join(delimiter) };
}

function toRealPath(folder: string): string {
  return realpathSync(folder);
}
