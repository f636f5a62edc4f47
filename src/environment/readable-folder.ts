import { chmod, mkdir } from 'node:fs/promises';

/** A new folder that every user can read, whatever the umask: the sandbox may run under another one. */
export async function makeReadableFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}
