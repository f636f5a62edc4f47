import { resolve } from 'node:path';
import { splitReporter } from '../report/reporters.ts';
import type { RunRequest } from '../schema/run-request.ts';
import { checkWritable } from './check-writable.ts';
import type { Mistakes } from './mistakes.ts';
import type { Surroundings } from './surroundings.ts';

export interface OutputsToCheck {
  readonly request: Pick<RunRequest, 'reporter'>;
  readonly outDir: string;
  readonly around: Pick<Surroundings, 'cwd'>;
  readonly mistakes: Mistakes;
}

/** Makes sure that everything a run will write can be written: the output folder, and each reporter by name and place. */
export async function checkOutputs({ request, outDir, around, mistakes }: OutputsToCheck): Promise<void> {
  await mistakes.collect(() => checkWritable(outDir));
  for (const spelled of request.reporter) {
    const { file, parse } = splitReporter(spelled);
    await mistakes.collect(parse);
    if (file !== undefined) await mistakes.collect(() => checkWritable(resolve(around.cwd, file)));
  }
}
