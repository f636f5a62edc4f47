import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { requireRegularFile } from './regular-file.ts';

it('takes plain files of a bounded size, and says what else is there', async () => {
  await using folder = await createTemporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await writeFile(at('file'), '12345');
  await symlink(at('file'), at('link'));
  await mkdir(at('folder'));
  execFileSync('mkfifo', [at('fifo')]);
  await expect(requireRegularFile(at('file'))).resolves.toBeUndefined();
  await expect(requireRegularFile(at('absent'))).resolves.toBeUndefined();
  await expect(requireRegularFile(at('file'), 4)).rejects.toThrow(/file has 5 bytes, of which 4 are read at most/);
  await expect(requireRegularFile(at('link'))).rejects.toThrow(/link is a link, no regular file: it is not read/);
  await expect(requireRegularFile(at('folder'))).rejects.toThrow(/is a folder/);
  await expect(requireRegularFile(at('fifo'))).rejects.toThrow(/is a FIFO/);
  await expect(requireRegularFile('/dev/zero')).rejects.toThrow(/is a device/);
});
