import { resolve } from 'node:path';
import envPaths from 'env-paths';

/** Where this package keeps what can be fetched or built again: `BCB_CACHE_DIR`, else the user's cache folder. */
export function resolveCacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
  return resolve(environment.BCB_CACHE_DIR || envPaths('bigcodebench', { suffix: '' }).cache);
}
