import { join, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { readManifest } from './run-folder.ts';

/** Where the samples are; a run's folder means the samples it wrote or judged. */
export async function resolveSamplesPath(path: string): Promise<string> {
  const manifest = await readManifest(path);
  if (manifest === undefined) return path;
  const { samples } = manifest.provenance;
  if (typeof samples === 'string') return resolve(join(path, '..', '..'), samples);
  throw new BigCodeBenchError('BAD_INPUT', `${path} does not say where its samples are: name the samples file itself.`);
}
