import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export type ResultPaths = Readonly<Record<'folder' | 'evalResults' | 'passAtK', string>>;

/** Where the original puts the results of a samples file: next to it, or in it if it is a folder; or `outDir`. */
export async function resolveResultPaths(samplesPath: string, outDir?: string): Promise<ResultPaths> {
  const found = await stat(samplesPath).catch(() => undefined);
  const isFolder = found?.isDirectory() ?? false;
  const folder = outDir ?? (isFolder ? samplesPath : dirname(samplesPath));
  const prefix = isFolder ? '' : `${basename(samplesPath).replace(/(\.jsonl)?(\.gz)?$/, '')}_`;
  return {
    folder,
    evalResults: join(folder, `${prefix}eval_results.json`),
    passAtK: join(folder, `${prefix}pass_at_k.json`),
  };
}

/** The model's name, as the original derives it from the samples file's name. */
export function modelNameOf(samplesPath: string): string {
  return basename(samplesPath).split('--bigcodebench-')[0] ?? '';
}
