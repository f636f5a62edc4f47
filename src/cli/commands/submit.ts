import { resolve } from 'node:path';
import { usageError } from '../../error/bigcodebench-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { writeFiles } from './write-files.ts';

export const submitCommand: Command = {
  name: 'submit',
  arguments: [{ usage: 'RUN…', summary: 'Finished runs of one model, one for each split' }],
  examples: [
    'bcb submit bcb_results/runs/0123456789ab bcb_results/runs/ba9876543210 --model-info model.json --out submission',
    'bcb submit --check submission',
    'bcb submit --check submission --audit 60 --json',
  ],
  async run(context) {
    const { check } = context.options;
    return check === undefined ? makeBundle(context) : checkBundle(context, check);
  },
};

async function makeBundle(context: CommandContext): Promise<number> {
  const { options, positionals, cwd, stderr } = context;
  if (positionals.length === 0) {
    throw usageError('submit needs runs (`bcb submit RUN… --out DIR`), or --check DIR.');
  }
  if (options.modelInfo === undefined) {
    throw usageError(
      'submit needs --model-info FILE: JSON with name, link, prompted, moe, size, act_param, open-data, prefill and date.',
    );
  }
  const { loadSubmission } = await import('./load-submission.ts');
  const files = await loadSubmission(context, resolve(cwd, options.modelInfo));
  const folder = resolve(cwd, options.out);
  await writeFiles(context, folder, files);
  if (!options.quiet) stderr.write(`Check it with \`bcb submit --check ${options.out}\`.\n`);
  return 0;
}

async function checkBundle(context: CommandContext, path: string): Promise<number> {
  const { options, cwd, stdout, colors } = context;
  const { auditSubmission } = await import('./audit-submission.ts');
  const result = await auditSubmission(context, resolve(cwd, path));
  if (options.json) {
    stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } else {
    const { renderTable } = await import('../../report/text-table.ts');
    const { toOneLine } = await import('../../report/one-line.ts');
    const rows = result.checks.map(({ name, ok, message }) => [
      ok ? colors.green('ok') : colors.red('FAILED'),
      name,
      toOneLine(message),
    ]);
    stdout.write(`${renderTable(rows)}\n`);
  }
  return result.ok ? 0 : 2;
}
