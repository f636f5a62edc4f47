import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder outside the project, for one zygote; `remove` may be called when it is gone already. */
export interface Scratch {
  readonly folder: string;
  remove(): void;
}

export function createScratch(uid: number | undefined): Scratch {
  const folder = mkdtempSync(join(tmpdir(), `bcb-${process.pid}-`));
  chmodSync(folder, 0o700);
  if (uid !== undefined) chownSync(folder, uid, uid);
  // A program may have made it deeper than Node can reach.
  return { folder, remove: () => void spawnSync('rm', ['-rf', '--', folder]) };
}
