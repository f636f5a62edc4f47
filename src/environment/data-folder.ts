import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

/** Where environments live: `BCB_DATA_DIR`, else the user's data folder, also when HOME is empty or not set. */
export function resolveDataFolder(variables: Readonly<Record<string, string | undefined>>): string {
  if (variables.BCB_DATA_DIR) return resolve(variables.BCB_DATA_DIR);
  try {
    const folder = envPaths('bigcodebench', { suffix: '' }).data;
    return isAbsolute(folder) ? folder : join(userInfo().homedir, '.local', 'share', 'bigcodebench');
  } catch (cause) {
    const message = 'This user has no home folder: set BCB_DATA_DIR to a folder that may hold a few gigabytes.';
    throw new BigCodeBenchError('ENVIRONMENT', message, { cause });
  }
}
