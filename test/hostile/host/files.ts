import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface FileQuery {
  readonly folder: string;
  /** How many folders deep to look below it. */
  readonly depth: number;
  readonly isWanted: (path: string, uid: number) => boolean;
}

/** Paths below a folder that answer to a description. Links are not followed; what cannot be read is passed over. */
export function findFiles({ folder, depth, isWanted }: FileQuery): string[] {
  return entriesOf(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    const below = stats.isDirectory() && depth > 0 ? findFiles({ folder: path, depth: depth - 1, isWanted }) : [];
    return isWanted(path, stats.uid) ? [path, ...below] : below;
  });
}

const unwatched = new Set(['.git', 'node_modules', 'dist', 'coverage', '__pycache__']);

/** One line per file of a tree, so that an added, removed or rewritten one can be seen. */
export function stampTree(folder: string): string[] {
  return entriesOf(folder).flatMap((name) => {
    if (unwatched.has(name)) return [];
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    if (stats.isDirectory()) return [path, ...stampTree(path)];
    return [`${path} ${stats.size} ${stats.mtimeMs} ${stats.mode.toString(8)}`];
  });
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
