import { resolve } from 'node:path';
import envPaths from 'env-paths';

/** Where we keep what can be downloaded or built again: `BCB_CACHE_DIR`, or the user's cache folder. */
export function resolveCacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
  return resolve(environment.BCB_CACHE_DIR || envPaths('bigcodebench', { suffix: '' }).cache);
}
