import { constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Variables } from './http-fetch.ts';
import { pathExists } from './path-exists.ts';

/** The first program of this name in the folders of PATH. */
export async function findOnPath(name: string, { PATH = '' }: Variables): Promise<string | undefined> {
  for (const folder of PATH.split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && (await pathExists(path, constants.X_OK))) return path;
  }
  return undefined;
}
