import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { fileOfReporter, parseReporter } from '../report/reporters.ts';
import type { RunRequest } from '../schema/run-request.ts';
import { errorCodeOf } from '../util/system-error.ts';
import type { Mistakes } from './mistakes.ts';
import type { RunContext } from './run-context.ts';

export interface OutputsToCheck {
  readonly request: Pick<RunRequest, 'reporter'>;
  readonly outDir: string;
  readonly runContext: Pick<RunContext, 'cwd'>;
  readonly mistakes: Mistakes;
}

/** Makes sure that everything a run will write can be written: the output folder, and each reporter by name and place. */
export async function checkOutputs({ request, outDir, runContext, mistakes }: OutputsToCheck): Promise<void> {
  await mistakes.collect(() => checkWritable(outDir));
  for (const spelled of request.reporter) {
    const file = fileOfReporter(spelled);
    await mistakes.collect(() => parseReporter(spelled));
    if (file !== undefined) await mistakes.collect(() => checkWritable(resolve(runContext.cwd, file)));
  }
}

/** Makes sure that a file or folder could be created at this path, by really creating a file in the nearest folder. */
async function checkWritable(path: string): Promise<void> {
  const folder = await nearestFolder(path);
  const probe = join(folder, `.bcb-${randomBytes(6).toString('hex')}`);
  try {
    await (await open(probe, 'wx')).close();
    await rm(probe, { force: true });
  } catch (cause) {
    const why = errorCodeOf(cause) ?? String(cause);
    throw new BigCodeBenchError('STORE', `Cannot write ${path}: ${folder} is not writable (${why}).`, {
      cause,
      data: { file: path, code: why },
    });
  }
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  const parent = dirname(path);
  return parent === path ? path : nearestFolder(parent);
}
