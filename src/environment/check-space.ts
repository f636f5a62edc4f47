import { statfs } from 'node:fs/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

/** Throws when the file system of a folder has less free than an installation needs at its peak. */
export async function checkSpace(dataFolder: string, neededMb: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataFolder);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (freeMb >= neededMb) return;
  throw new BigCodeBenchError(
    'ENVIRONMENT',
    `Only ${freeMb} MB are free under ${dataFolder} and ${neededMb} MB are needed: make room, or set BCB_DATA_DIR.`,
    { data: { freeMb, neededMb } },
  );
}
