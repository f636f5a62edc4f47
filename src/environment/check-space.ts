import { statfs } from 'node:fs/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

/** Throws if the folder's file system has less free space than an installation needs at its peak. */
export async function checkSpace(dataFolder: string, neededMb: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataFolder);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (freeMb >= neededMb) return;
  throw new BigCodeBenchError(
    'ENVIRONMENT',
    `Only ${freeMb} MB are free under ${dataFolder}, but ${neededMb} MB are needed: free some space, or set BCB_DATA_DIR.`,
    { data: { freeMb, neededMb } },
  );
}
