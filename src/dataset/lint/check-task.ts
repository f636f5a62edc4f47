/** What can be checked in a task without running it. */
import { basename, dirname } from 'node:path';
import { lineAt, readLogicalLines } from '../../syntax/python-lexer.ts';
import { findNearest } from '../../util/find-nearest.ts';
import { definedFunction } from '../code-prompt.ts';
import { findRepeatedTests, listTestNames } from '../test-names.ts';
import type { Finding } from './finding.ts';
import type { LintTask, Place, TaskPart } from './lint-source.ts';
import { readImports } from './read-imports.ts';

export interface SyntaxFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Whether Python would compile this source; passed in by a caller that has a Python parser. */
export type CheckSyntax = (source: string) => SyntaxFault | undefined | Promise<SyntaxFault | undefined>;

export interface CheckTaskOptions {
  readonly checkSyntax: CheckSyntax;
  /** Importable top-level modules of the environment; undefined if unknown. */
  readonly knownModules?: ReadonlySet<string> | undefined;
}

type Report = (finding: Pick<Finding, 'rule' | 'message'> & { place: Place; severity?: Finding['severity'] }) => void;

/** All findings about one task. */
export async function checkTask(lintTask: LintTask, options: CheckTaskOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report: Report = ({ place: { file, line }, severity = 'error', ...rest }) =>
    findings.push({ severity, file, line, taskId: lintTask.task.id, ...rest });
  checkKeys(lintTask, report);
  checkId(lintTask, report);
  const compiles = await checkPrograms(lintTask, options.checkSyntax, report);
  if (compiles.prompt) checkEntryPoint(lintTask, report);
  if (compiles.test) checkTests(lintTask, report);
  checkLibraries(lintTask, options.knownModules, report);
  return findings;
}

const knownKeys = [
  'task_id',
  'entry_point',
  'title',
  'libs',
  'domains',
  'instruct_prompt',
  'code_prompt',
  'doc_struct',
];

function checkKeys({ task, keys, placeKey }: LintTask, report: Report): void {
  for (const key of keys.filter((name) => !knownKeys.includes(name))) {
    const nearest = findNearest(key, knownKeys);
    const message = `unknown key ${JSON.stringify(key)}${nearest ? `: did you mean ${nearest}?` : '.'}`;
    report({ rule: 'schema', severity: 'warning', place: placeKey(key), message });
  }
  if (task.instructPrompt.trim() === '') {
    const message = 'it is empty, so the instruct split has no prompt.';
    report({ rule: 'schema', severity: 'warning', place: placeKey('instruct_prompt'), message });
  }
}

function checkId({ task, keys, place, placeKey }: LintTask, report: Report): void {
  const [, number] = /^[A-Za-z][\w.-]*\/(\d+)$/.exec(task.id) ?? [];
  if (number === undefined) {
    const message = `${JSON.stringify(task.id)} must be a name, a slash and a number, like Own/12.`;
    report({ rule: 'id', place: placeKey('task_id'), message });
    return;
  }
  const folder = basename(dirname(place('prompt').file));
  if (keys.length > 0 && /^\d+$/.test(folder) && Number(folder) !== Number(number)) {
    const message = `${task.id} is in folder ${folder}.`;
    report({ rule: 'id', severity: 'warning', place: placeKey('task_id'), message });
  }
}

/** Compiles prompt, solutions and tests; returns whether prompt and test can be checked further. */
async function checkPrograms(
  { task, wrongSolution, place, placeKey }: LintTask,
  checkSyntax: CheckSyntax,
  report: Report,
): Promise<{ prompt: boolean; test: boolean }> {
  const pass = '\n    pass\n';
  const fault = await checkSyntax(task.completePrompt + pass);
  const lastLine = lineAt(task.completePrompt.trimEnd(), task.completePrompt.length);
  if (fault) {
    const line = Math.min(fault.line, lastLine);
    report({ rule: 'syntax', place: place('prompt', line), message: `the prompt does not compile: ${fault.message}.` });
  } else {
    const header = `${task.completePrompt}\n`;
    const bodies: readonly [TaskPart, string][] = [
      ['solution', task.canonicalSolution],
      ...(wrongSolution === undefined ? [] : [['wrong', wrongSolution] as [TaskPart, string]]),
    ];
    for (const [part, body] of bodies) {
      const bodyFault = await checkSyntax(header + body);
      if (!bodyFault) continue;
      const line = Math.max(1, bodyFault.line - header.split('\n').length + 1);
      report({ rule: 'syntax', place: place(part, line), message: `it does not compile: ${bodyFault.message}.` });
    }
    const codeFault = await checkSyntax(task.codePrompt + pass);
    if (codeFault) {
      const message = `the code prompt does not compile: ${codeFault.message}.`;
      report({ rule: 'syntax', place: placeKey('code_prompt'), message });
    }
  }
  const testFault = await checkSyntax(task.test);
  if (testFault) {
    const message = `the tests do not compile: ${testFault.message}.`;
    report({ rule: 'syntax', place: place('test', testFault.line), message });
  }
  return { prompt: !fault, test: !testFault };
}

function checkEntryPoint({ task, place }: LintTask, report: Report): void {
  const lines = [...readLogicalLines(task.completePrompt)];
  if (lines.some((line) => line.indent === 0 && definedFunction(line) === task.entryPoint)) return;
  report({
    rule: 'entry-point',
    place: place('prompt'),
    message: `the prompt does not define a function ${task.entryPoint}.`,
  });
}

function checkTests({ task, place }: LintTask, report: Report): void {
  if (listTestNames(task.test).length === 0) {
    report({ rule: 'tests', place: place('test'), message: 'there is no class TestCases with tests.' });
  } else if (!new RegExp(`\\b${task.entryPoint}\\b`).test(task.test)) {
    const message = `${task.id} never mentions ${task.entryPoint} in its tests.`;
    report({ rule: 'tests', severity: 'warning', place: place('test'), message });
  }
  for (const { name, line } of findRepeatedTests(task.test)) {
    const message = `${task.id} defines ${name} twice: the first one never runs.`;
    report({ rule: 'repeated-test', severity: 'warning', place: place('test', line), message });
  }
}

function checkLibraries(
  { task, place, placeKey }: LintTask,
  known: CheckTaskOptions['knownModules'],
  report: Report,
): void {
  if (task.domains.length === 0) {
    const message = 'none of its libraries has a domain: set `domains`.';
    report({ rule: 'domain', severity: 'warning', place: placeKey('libs'), message });
  }
  if (!known) return;
  for (const library of task.libs.filter((name) => !known.has(name))) {
    const message = `the environment has no module ${library}.`;
    report({ rule: 'library', place: placeKey('libs'), message });
  }
  const sources: readonly [TaskPart, string][] = [
    ['prompt', task.completePrompt],
    ['test', task.test],
  ];
  for (const [part, source] of sources) {
    for (const { module, line } of readImports(source)) {
      if (known.has(module) || task.libs.includes(module)) continue;
      report({ rule: 'library', place: place(part, line), message: `the environment has no module ${module}.` });
    }
  }
}
