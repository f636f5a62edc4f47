import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { buildInspectionFiles, type InspectionInput, summarizeInspection } from '../../report/inspection.ts';
import { renderInspection, renderInspectionCsv, renderInspectionMarkdown } from '../../report/render-inspection.ts';
import { moveAside } from '../../util/keep-old-file.ts';
import { makeFolder } from '../../util/make-folder.ts';
import type { Command, CommandContext } from '../command.ts';
import { openInspection } from './inspection-source.ts';

export const inspectCommand: Command = {
  name: 'inspect',
  arguments: [{ usage: 'RUN', summary: 'Id or folder of a run (e-…), instead of --eval_results' }],
  examples: [
    'bcb inspect e-0123456789ab',
    'bcb inspect bcb_results/runs/r-0123456789ab',
    'bcb inspect --eval_results bcb_results/MODEL_eval_results.json --split complete --subset full',
  ],
  async run(context) {
    const { options, cwd, stdout, warn } = context;
    const { path, name, input } = await openInspection(context);
    const summary = summarizeInspection(input);
    if (summary.tasks === 0) {
      throw new BigCodeBenchError(
        'BAD_INPUT',
        `${path} has no results for the ${input.tasks.length} selected tasks: try --subset full.`,
      );
    }
    if (summary.unknown.length > 0) warn(`${summary.unknown.length} results are for tasks outside this subset.`);
    const folder = join(resolve(cwd, options.savePath), name);
    await writeTree(folder, input, context);
    if (options.json) stdout.write(`${JSON.stringify({ folder, ...summary }, null, 2)}\n`);
    else if (options.markdown) stdout.write(renderInspectionMarkdown(summary));
    else if (options.csv) stdout.write(renderInspectionCsv(summary));
    else stdout.write(renderInspection(summary));
    return 0;
  },
};

/** Writes the tree; an existing folder is moved aside unless --in_place is given. */
async function writeTree(folder: string, input: InspectionInput, { options, stderr }: CommandContext): Promise<void> {
  const backup = options.inPlace ? undefined : await moveAside(folder);
  if (backup !== undefined) stderr.write(`The previous ${folder} was saved as ${backup}.\n`);
  for (const { path, content } of buildInspectionFiles(input)) {
    const file = join(folder, path);
    await makeFolder(dirname(file));
    await writeFile(file, content);
  }
  stderr.write(`Unsolved tasks are in ${folder}.\n`);
}
