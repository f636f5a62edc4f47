import { access } from 'node:fs/promises';

/** Also whether it may be used so, such as `constants.X_OK`. */
export async function pathExists(path: string, mode?: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
