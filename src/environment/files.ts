import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../util/hash.ts';

/**
 * A digest of the names, sizes and times of all code below a folder. It reads no file, so it is cheap enough for each
 * evaluation. Times are in seconds, because image layers keep no more.
 */
export function digestFiles(folder: string): string {
  const digest = createHash('sha256');
  const walk = (path: string, name: string) => {
    const entries = readdirSync(path, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== '__pycache__') walk(below, `${name}/${entry.name}`);
      } else if (/\.(py|so|pth)$|\.so\.[\d.]+$/.test(entry.name)) {
        const { size, mtimeMs } = lstatSync(below);
        digest.update(`${name}/${entry.name}\0${size}\0${Math.floor(mtimeMs / 1000)}\n`);
      }
    }
  };
  walk(join(folder), '');
  return digest.digest('hex');
}

/** The first digits of the hash of the folder's matplotlib font cache; undefined if there is none. */
export async function hashFontCache(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^fontlist-.*\.json$/.test(name)).sort();
  if (names.length === 0) return undefined;
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return sha256(JSON.stringify([names, texts])).slice(0, 16);
}

/** Creates a folder that every user can read, whatever the umask: the sandbox may run as another user. */
export async function makeReadableFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}
