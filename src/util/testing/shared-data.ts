import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Need } from './needs.ts';

/** The complete recordings, next to the repository. Tests that need them are skipped if they do not exist. */
const folder = process.env.BCB_SHARED_DATA ?? join(import.meta.dirname, '../../../../shared/data');

export function sharedData(...parts: string[]): string {
  return join(folder, ...parts);
}

export const hasSharedData = existsSync(folder);

export const recordings: Need = { name: 'recordings', isMet: hasSharedData };
