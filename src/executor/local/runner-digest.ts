import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashValue, sha256 } from '../../util/hash.ts';
import { runnerFolder } from './sandbox-layout.ts';

/** Short hash of the Python that starts and judges samples: another runner may judge the same program otherwise. */
export async function digestRunner(folder = runnerFolder): Promise<string> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name === 'runner.py' || (name.startsWith('bcb_runner') && /\.(py|txt)$/.test(name)))
    .sort();
  const files = await Promise.all(names.map(async (name) => [name, sha256(await readFile(join(folder, name)))]));
  return hashValue(files).slice(0, 12);
}
