import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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
