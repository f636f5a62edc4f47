import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

/** Where environments are stored: `BCB_DATA_DIR`, or the user's data folder, even if HOME is empty or unset. */
export function resolveDataFolder(variables: Readonly<Record<string, string | undefined>>): string {
  if (variables.BCB_DATA_DIR) return resolve(variables.BCB_DATA_DIR);
  try {
    const folder = envPaths('bigcodebench', { suffix: '' }).data;
    return isAbsolute(folder) ? folder : join(userInfo().homedir, '.local', 'share', 'bigcodebench');
  } catch (cause) {
    const message = 'This user has no home folder: set BCB_DATA_DIR to a folder with a few gigabytes of free space.';
    throw new BigCodeBenchError('ENVIRONMENT', message, { cause });
  }
}

/** Where `env upgrade` keeps later locks, and what it found out about them. */
export function resolveWorldsFolder(variables: Readonly<Record<string, string | undefined>>): string {
  return join(resolveDataFolder(variables), 'worlds');
}
