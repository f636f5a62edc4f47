import { chmod, mkdir } from 'node:fs/promises';

/** Creates a folder that every user can read, whatever the umask: the sandbox may run as another user. */
export async function makeReadableFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}
