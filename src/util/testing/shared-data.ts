import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Real tasks, answers and verdicts lie beside the repository; tests that need them are skipped where they are absent. */
const folder = process.env.BCB_SHARED_DATA ?? join(import.meta.dirname, '../../../../shared/data');

export function sharedData(...parts: string[]): string {
  return join(folder, ...parts);
}

export const hasSharedData = existsSync(folder);

if (!hasSharedData) console.warn('../shared/data is absent: the tests that need it are skipped.');
