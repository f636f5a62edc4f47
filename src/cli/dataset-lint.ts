import { relative, resolve } from 'node:path';
import { type Finding, formatFinding } from '../dataset/lint/finding.ts';
import { lintPack } from '../dataset/lint/lint-pack.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { CommandContext } from './command.ts';
import { createSyntaxChecker } from './python-syntax.ts';

/** `bcb dataset lint PATH` */
export async function runLint(context: CommandContext, words: readonly string[]): Promise<number> {
  const { cwd, options, stdout, stderr, colors, signal } = context;
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) {
    throw new BigCodeBenchError('USAGE', 'lint needs the path of one task pack: `bcb dataset lint my-tasks`.');
  }
  const report = await lintPack({ path: resolve(cwd, word), checkSyntax: await createSyntaxChecker(), signal });
  const findings = report.findings.map((finding): Finding => ({ ...finding, file: shorten(finding.file, cwd) }));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  if (options.json) {
    stdout.write(`${JSON.stringify({ path: word, ...report, errors, warnings, findings }, null, 2)}\n`);
  } else {
    for (const finding of findings) {
      const paint = finding.severity === 'error' ? colors.red : colors.yellow;
      stdout.write(`${paint(formatFinding(finding))}\n`);
    }
    stderr.write(`${report.tasks} tasks, ${report.proven} of them run: ${errors} errors, ${warnings} warnings\n`);
  }
  return errors > 0 ? 2 : 0;
}

/** Relative to where one stands, as compilers do. */
function shorten(file: string, cwd: string): string {
  const short = relative(cwd, file);
  return short === '' || short.startsWith('..') ? file : short;
}
