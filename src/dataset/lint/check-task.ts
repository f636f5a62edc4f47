/** What can be checked in a task without running it. */
import { basename, dirname } from 'node:path';
import { lineAt, readLogicalLines } from '../../syntax/python-lexer.ts';
import { findNearest } from '../../util/find-nearest.ts';
import { definedFunction } from '../code-prompt.ts';
import { findRepeatedTests, listTestNames } from '../test-names.ts';
import type { Finding, LintTask, Location } from './lint-source.ts';

type SyntaxFault = { readonly line: number; readonly message: string } | undefined;

/** The line, from 1, at which Python would not compile a source; passed in by a caller that has a Python parser. */
export type CheckSyntax = (source: string) => SyntaxFault | Promise<SyntaxFault>;

export interface CheckTaskOptions {
  readonly checkSyntax: CheckSyntax;
  /** Importable top-level modules of the environment; without them, libraries are not checked. */
  readonly knownModules?: ReadonlySet<string> | undefined;
}

type Report = Record<'fail' | 'warn', (rule: Finding['rule'], at: Location, message: string) => void>;

export async function checkTask(lintTask: LintTask, options: CheckTaskOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { id: taskId } = lintTask.task;
  const reportAs =
    (severity: Finding['severity']): Report['fail'] =>
    (rule, { file, line }, message) =>
      findings.push({ severity, file, line, taskId, rule, message });
  const report: Report = { fail: reportAs('error'), warn: reportAs('warning') };
  checkKeys(lintTask, report);
  checkId(lintTask, report);
  const compiles = await checkPrograms(lintTask, options.checkSyntax, report);
  if (compiles.prompt) checkEntryPoint(lintTask, report);
  if (compiles.test) checkTests(lintTask, report);
  checkLibraries(lintTask, options.knownModules, report);
  return findings;
}

const texts = ['instruct_prompt', 'code_prompt', 'doc_struct'];
const knownKeys = ['task_id', 'entry_point', 'title', 'libs', 'domains', ...texts];

function checkKeys({ task, keys, locateKey }: LintTask, { warn }: Report): void {
  for (const key of keys.filter((name) => !knownKeys.includes(name))) {
    const nearest = findNearest(key, knownKeys);
    const hint = nearest ? `: did you mean ${nearest}?` : '.';
    warn('schema', locateKey(key), `unknown key ${JSON.stringify(key)}${hint}`);
  }
  if (task.instructPrompt.trim() === '') {
    warn('schema', locateKey('instruct_prompt'), 'it is empty, so the instruct split has no prompt.');
  }
}

function checkId({ task: { id }, keys, locate, locateKey }: LintTask, { fail, warn }: Report): void {
  const at = locateKey('task_id');
  const [, number] = /^[A-Za-z][\w.-]*\/(\d+)$/.exec(id) ?? [];
  const folder = basename(dirname(locate('prompt').file));
  if (number === undefined) {
    fail('id', at, `${JSON.stringify(id)} must be a name, a slash and a number, like Own/12.`);
  } else if (keys.length > 0 && /^\d+$/.test(folder) && Number(folder) !== Number(number)) {
    warn('id', at, `${id} is in folder ${folder}.`);
  }
}

/** Compiles prompt, solutions and tests; returns whether prompt and test can be checked further. */
async function checkPrograms(lintTask: LintTask, checkSyntax: CheckSyntax, { fail }: Report) {
  const { task, wrongSolution, locate, locateKey } = lintTask;
  const compiles = async (what: string, source: string, locateLine: (line: number) => Location): Promise<boolean> => {
    const fault = await checkSyntax(source);
    if (fault) fail('syntax', locateLine(fault.line), `${what} not compile: ${fault.message}.`);
    return !fault;
  };
  const pass = '\n    pass\n';
  const lastLine = lineAt(task.completePrompt.trimEnd(), task.completePrompt.length);
  const inPrompt = (line: number) => locate('prompt', Math.min(line, lastLine));
  const prompt = await compiles('the prompt does', task.completePrompt + pass, inPrompt);
  if (prompt) {
    const header = `${task.completePrompt}\n`;
    const above = header.split('\n').length - 1;
    for (const [part, body] of [['solution', task.canonicalSolution] as const, ['wrong', wrongSolution] as const]) {
      if (body !== undefined)
        await compiles('it does', header + body, (line) => locate(part, Math.max(1, line - above)));
    }
    await compiles('the code prompt does', task.codePrompt + pass, () => locateKey('code_prompt'));
  }
  const test = await compiles('the tests do', task.test, (line) => locate('test', line));
  return { prompt, test };
}

function checkEntryPoint({ task: { completePrompt, entryPoint }, locate }: LintTask, { fail }: Report): void {
  const lines = [...readLogicalLines(completePrompt)];
  if (lines.some((line) => line.indent === 0 && definedFunction(line) === entryPoint)) return;
  fail('entry-point', locate('prompt'), `the prompt does not define a function ${entryPoint}.`);
}

function checkTests({ task: { id, test, entryPoint }, locate }: LintTask, { fail, warn }: Report): void {
  if (listTestNames(test).length === 0) {
    fail('tests', locate('test'), 'there is no class TestCases with tests.');
  } else if (!new RegExp(`\\b${entryPoint}\\b`).test(test)) {
    warn('tests', locate('test'), `${id} never mentions ${entryPoint} in its tests.`);
  }
  for (const { name, line } of findRepeatedTests(test)) {
    warn('repeated-test', locate('test', line), `${id} defines ${name} twice: the first one never runs.`);
  }
}

function checkLibraries(lintTask: LintTask, known: CheckTaskOptions['knownModules'], { fail, warn }: Report): void {
  const { task, locate, locateKey } = lintTask;
  if (task.domains.length === 0) {
    warn('domain', locateKey('libs'), 'none of its libraries has a domain: set `domains`.');
  }
  if (!known) return;
  const reportAbsent = (module: string, at: Location) => {
    if (!known.has(module)) fail('library', at, `the environment has no module ${module}.`);
  };
  for (const library of task.libs) reportAbsent(library, locateKey('libs'));
  const sources = { prompt: task.completePrompt, test: task.test };
  for (const part of ['prompt', 'test'] as const) {
    for (const { module, line } of readImports(sources[part])) {
      if (!task.libs.includes(module)) reportAbsent(module, locate(part, line));
    }
  }
}

/** The packages (`os` of `import os.path`) that a source imports at the top level, where a missing one ends the program. */
function readImports(source: string): { readonly module: string; readonly line: number }[] {
  const imported: { module: string; line: number }[] = [];
  for (const { indent, tokens } of readLogicalLines(source)) {
    const [first, second] = tokens;
    if (indent > 0 || first?.kind !== 'name') continue;
    const line = lineAt(source, first.start);
    if (first.text === 'from' && second?.kind === 'name') imported.push({ module: second.text, line });
    if (first.text !== 'import') continue;
    for (const [at, token] of tokens.entries()) {
      const previous = tokens[at - 1]?.text;
      if (previous === 'import' || previous === ',') imported.push({ module: token.text, line });
    }
  }
  return imported;
}
