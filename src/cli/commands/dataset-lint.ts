import { relative, resolve } from 'node:path';
import type { CheckSyntax } from '../../dataset/lint/check-task.ts';
import { type Finding, formatFinding } from '../../dataset/lint/finding.ts';
import { type LintReport, lintPack } from '../../dataset/lint/lint-pack.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { checkSyntax as findSyntaxProblems } from '../../sanitize/check-syntax.ts';
import type { CommandContext } from '../command.ts';
import { type OpenLintSandbox, openLintSandbox } from './lint-sandbox.ts';

/** `bcb dataset lint PATH` */
export async function runLint(
  context: CommandContext,
  words: readonly string[],
  openSandbox: OpenLintSandbox = openLintSandbox,
): Promise<number> {
  const { cwd, options, stdout, stderr, colors } = context;
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) {
    throw new BigCodeBenchError('USAGE', 'lint needs the path of one task pack: `bcb dataset lint my-tasks`.');
  }
  const report = await lintHere(context, resolve(cwd, word), openSandbox);
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

async function lintHere(context: CommandContext, path: string, openSandbox: OpenLintSandbox): Promise<LintReport> {
  const { signal, progress } = context;
  const { environment, executor } = await openSandbox(context, path);
  let shown: ReturnType<typeof progress> | undefined;
  try {
    return await lintPack({
      path,
      checkSyntax,
      signal,
      ...(environment ? { knownModules: new Set(environment.modules) } : {}),
      ...(executor ? { execute: (jobs, executeOptions) => executor.execute(jobs, executeOptions) } : {}),
      onProgress(done, total) {
        shown ??= progress({ label: 'running solutions', total });
        shown.update(done);
      },
    });
  } finally {
    shown?.finish();
    await executor?.close();
  }
}

const checkSyntax: CheckSyntax = (source) => {
  const [first] = findSyntaxProblems(source);
  return first && { line: first.line ?? 1, message: first.message };
};

/** Relative to the working folder, like a compiler. */
function shorten(file: string, cwd: string): string {
  const short = relative(cwd, file);
  return short === '' || short.startsWith('..') ? file : short;
}
