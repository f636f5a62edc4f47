/** What can be checked in a task without running it. */
import { basename, dirname } from 'node:path';
import { lineAt, readLogicalLines } from '../../syntax/python-lexer.ts';
import { findNearest } from '../../util/find-nearest.ts';
import { definedFunction } from '../code-prompt.ts';
import { findRepeatedTests, listTestNames } from '../test-names.ts';
import type { Finding } from './finding.ts';
import type { LintTask, Location } from './lint-source.ts';

export interface SyntaxFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Whether Python would compile this source; passed in by a caller that has a Python parser. */
export type CheckSyntax = (source: string) => SyntaxFault | undefined | Promise<SyntaxFault | undefined>;

export interface CheckTaskOptions {
  readonly checkSyntax: CheckSyntax;
  /** Importable top-level modules of the environment; without them, libraries are not checked. */
  readonly knownModules?: ReadonlySet<string> | undefined;
}

type Report = (finding: Pick<Finding, 'rule' | 'message'> & { at: Location; severity?: Finding['severity'] }) => void;

export async function checkTask(lintTask: LintTask, options: CheckTaskOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report: Report = ({ at: { file, line }, severity = 'error', ...rest }) =>
    findings.push({ severity, file, line, taskId: lintTask.task.id, ...rest });
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

function checkKeys({ task, keys, locateKey }: LintTask, report: Report): void {
  for (const key of keys.filter((name) => !knownKeys.includes(name))) {
    const nearest = findNearest(key, knownKeys);
    const message = `unknown key ${JSON.stringify(key)}${nearest ? `: did you mean ${nearest}?` : '.'}`;
    report({ rule: 'schema', severity: 'warning', at: locateKey(key), message });
  }
  if (task.instructPrompt.trim() === '') {
    const message = 'it is empty, so the instruct split has no prompt.';
    report({ rule: 'schema', severity: 'warning', at: locateKey('instruct_prompt'), message });
  }
}

function checkId({ task, keys, locate, locateKey }: LintTask, report: Report): void {
  const [, number] = /^[A-Za-z][\w.-]*\/(\d+)$/.exec(task.id) ?? [];
  if (number === undefined) {
    const message = `${JSON.stringify(task.id)} must be a name, a slash and a number, like Own/12.`;
    report({ rule: 'id', at: locateKey('task_id'), message });
    return;
  }
  const folder = basename(dirname(locate('prompt').file));
  if (keys.length > 0 && /^\d+$/.test(folder) && Number(folder) !== Number(number)) {
    const message = `${task.id} is in folder ${folder}.`;
    report({ rule: 'id', severity: 'warning', at: locateKey('task_id'), message });
  }
}

/** Compiles prompt, solutions and tests; returns whether prompt and test can be checked further. */
async function checkPrograms(
  { task, wrongSolution, locate, locateKey }: LintTask,
  checkSyntax: CheckSyntax,
  report: Report,
): Promise<{ prompt: boolean; test: boolean }> {
  const compiles = async (what: string, source: string, locateLine: (line: number) => Location): Promise<boolean> => {
    const fault = await checkSyntax(source);
    if (fault)
      report({ rule: 'syntax', at: locateLine(fault.line), message: `${what} not compile: ${fault.message}.` });
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

function checkEntryPoint({ task, locate }: LintTask, report: Report): void {
  const lines = [...readLogicalLines(task.completePrompt)];
  if (lines.some((line) => line.indent === 0 && definedFunction(line) === task.entryPoint)) return;
  const message = `the prompt does not define a function ${task.entryPoint}.`;
  report({ rule: 'entry-point', at: locate('prompt'), message });
}

function checkTests({ task, locate }: LintTask, report: Report): void {
  if (listTestNames(task.test).length === 0) {
    report({ rule: 'tests', at: locate('test'), message: 'there is no class TestCases with tests.' });
  } else if (!new RegExp(`\\b${task.entryPoint}\\b`).test(task.test)) {
    const message = `${task.id} never mentions ${task.entryPoint} in its tests.`;
    report({ rule: 'tests', severity: 'warning', at: locate('test'), message });
  }
  for (const { name, line } of findRepeatedTests(task.test)) {
    const message = `${task.id} defines ${name} twice: the first one never runs.`;
    report({ rule: 'repeated-test', severity: 'warning', at: locate('test', line), message });
  }
}

function checkLibraries(
  { task, locate, locateKey }: LintTask,
  known: CheckTaskOptions['knownModules'],
  report: Report,
): void {
  if (task.domains.length === 0) {
    const message = 'none of its libraries has a domain: set `domains`.';
    report({ rule: 'domain', severity: 'warning', at: locateKey('libs'), message });
  }
  if (!known) return;
  for (const library of task.libs.filter((name) => !known.has(name))) {
    const message = `the environment has no module ${library}.`;
    report({ rule: 'library', at: locateKey('libs'), message });
  }
  const sources = { prompt: task.completePrompt, test: task.test };
  for (const part of ['prompt', 'test'] as const) {
    for (const { module, line } of readImports(sources[part])) {
      if (known.has(module) || task.libs.includes(module)) continue;
      report({ rule: 'library', at: locate(part, line), message: `the environment has no module ${module}.` });
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
