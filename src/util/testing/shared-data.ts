import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** All recorded data is beside the repository, or absent: tests that need it are skipped then. */
const folder = process.env.BCB_SHARED_DATA ?? join(import.meta.dirname, '../../../../shared/data');

export function sharedData(...parts: string[]): string {
  return join(folder, ...parts);
}

export const hasSharedData = existsSync(folder);
