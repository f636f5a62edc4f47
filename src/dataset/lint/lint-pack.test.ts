import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Execution, type Job, upstreamStatusOf } from '../../schema/execution.ts';
import { recordedData } from '../../util/testing/recorded-data.ts';
import type { CheckSyntax } from './check-task.ts';

import { type ExecuteJobs, type LintPackOptions, lintPack } from './lint-pack.ts';
import { formatFinding } from './lint-source.ts';

/** Finds the one mistake these tests plant: a line that holds `!!`. */
const checkSyntax: CheckSyntax = (source) => {
  const at = source.split('\n').findIndex((line) => line.includes('!!'));
  return at < 0 ? undefined : { line: at + 1, message: 'planted' };
};

let pack = '';
beforeEach(async () => {
  pack = await mkdtemp(join(tmpdir(), 'lint-pack-'));
  const starter = join(import.meta.dirname, '../../../tasks');
  for (const name of ['manifest.json', '000', '001']) {
    await cp(join(starter, name), join(pack, name), { recursive: true });
  }
});
afterEach(() => rm(pack, { recursive: true }));

async function lint(options: Partial<LintPackOptions> = {}) {
  const report = await lintPack({ path: pack, checkSyntax, ...options });
  return { ...report, lines: report.findings.map((finding) => formatFinding(finding).replaceAll(`${pack}/`, '')) };
}

async function edit(name: string, change: (text: string) => string): Promise<void> {
  const path = join(pack, name);
  const before = await readFile(path, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(path, after);
}

/** Runs nothing: says of each job what the script says, pass otherwise. */
function scripted(script: (job: Job, proof: string) => Partial<Execution> | undefined, seen: Job[] = []): ExecuteJobs {
  return async function* (jobs) {
    for (const job of jobs) {
      seen.push(job);
      const proof = job.id.split(':')[1] ?? '';
      const isRight = proof === 'first' || proof === 'second';
      const said = script(job, proof) ?? { outcome: isRight ? 'pass' : 'fail' };
      const outcome = said.outcome ?? 'pass';
      const zero = { wallMs: 0, cpuMs: 0, testCpuMs: 0, peakMb: 0, stdout: '', stderr: '', flags: [], tests: [] };
      yield { ...zero, status: upstreamStatusOf[outcome], ...said, outcome, id: job.id };
    }
  };
}

describe('lintPack', () => {
  test('has nothing to say about a good pack', async () => {
    const seen: Job[] = [];
    const report = await lint({ execute: scripted(() => undefined, seen) });
    expect(report).toMatchObject({ tasks: 2, proven: 2, findings: [] });
    expect(seen.length).toBe(8);
    expect(seen[0]?.limits).toMatchObject({ wallMs: 60_000, cpuMs: 30_000, memoryMb: 8192 });
  });

  test.each<[string, string, (text: string) => string, RegExp]>([
    [
      'manifest: a wrong field',
      'manifest.json',
      (text) => text.replace('"none"', '"some"'),
      /^manifest\.json:6: manifest: field "network": /,
    ],
    [
      'manifest: no JSON',
      'manifest.json',
      (text) => text.replace('"starter",', '"starter"'),
      /^manifest\.json:3: manifest: is not JSON: expected a comma\.$/,
    ],
    [
      'schema: a field of another type',
      '000/task.json',
      (text) => text.replace(/"libs": \[[^\]]*\]/, '"libs": 5'),
      /^000\/task\.json:5: schema: field "libs" must be a list of strings/,
    ],
    [
      'schema: a missing field',
      '000/task.json',
      (text) => text.replace('"instruct_prompt"', '"instruction"'),
      /^000\/task\.json:1: schema: field "instruct_prompt" is missing\.$/,
    ],
    [
      'schema: no JSON',
      '000/task.json',
      (text) => text.replace('"title":', '"title"'),
      /^000\/task\.json:4: schema: is not JSON: expected a colon\.$/,
    ],
    ['schema: no object', '000/task.json', () => '[]', /^000\/task\.json:1: schema: is not a JSON object\.$/],
    ['schema: an empty test', '000/test.py', () => '', /^000\/test\.py:1: schema: field "test" must not be empty\.$/],
    [
      'schema: an unknown key',
      '000/task.json',
      (text) => text.replace('"title"', '"titel"'),
      /^000\/task\.json:4: warning: schema: unknown key "titel": did you mean title\?$/,
    ],
    [
      'id: another form',
      '000/task.json',
      (text) => text.replace('Starter/0', 'first'),
      /^000\/task\.json:2: id: "first" must be a name, a slash and a number/,
    ],
    [
      'id: another number',
      '000/task.json',
      (text) => text.replace('Starter/0', 'Starter/7'),
      /^000\/task\.json:2: warning: id: Starter\/7 is in folder 000\.$/,
    ],
    [
      'syntax: the prompt',
      '000/prompt.py',
      (text) => text.replace('import holidays', 'import !!'),
      /^000\/prompt\.py:\d+: syntax: the prompt does not compile: planted\.$/,
    ],
    [
      'syntax: the solution',
      '000/solution.py',
      (text) => `${text}    !!\n`,
      /^000\/solution\.py:\d+: syntax: it does not compile: planted\.$/,
    ],
    [
      'syntax: the wrong solution',
      '000/wrong.py',
      (text) => `    !!\n${text}`,
      /^000\/wrong\.py:1: syntax: it does not compile: planted\.$/,
    ],
    [
      'syntax: the tests',
      '000/test.py',
      (text) => `${text}\n!!\n`,
      /^000\/test\.py:\d+: syntax: the tests do not compile: planted\.$/,
    ],
    [
      'syntax: a code prompt of its own',
      '000/task.json',
      (text) => text.replace('"title"', '"code_prompt": "!!",\n  "title"'),
      /^000\/task\.json:4: syntax: the code prompt does not compile: planted\.$/,
    ],
    [
      'entry-point',
      '000/prompt.py',
      (text) => text.replace('def task_func', 'def other'),
      /^000\/prompt\.py:1: entry-point: the prompt does not define a function task_func\.$/,
    ],
    [
      'tests: none',
      '000/test.py',
      (text) => text.replace('class TestCases', 'class Tests'),
      /^000\/test\.py:1: tests: there is no class TestCases with tests\.$/,
    ],
    [
      'tests: of something else',
      '000/test.py',
      (text) => text.replaceAll('task_func', 'other'),
      /^000\/test\.py:1: warning: tests: Starter\/0 never mentions task_func in its tests\.$/,
    ],
    [
      'repeated-test',
      '000/test.py',
      (text) => `${text}\n    def test_x(self): task_func\n    def test_x(self): task_func\n`,
      /^000\/test\.py:\d+: warning: repeated-test: Starter\/0 defines test_x twice/,
    ],
    [
      'domain',
      '000/task.json',
      (text) => text.replace(/"domains": \[[^\]]*\]/, '"domains": []'),
      /^000\/task\.json:5: warning: domain: none of its libraries has a domain/,
    ],
  ])('%s', async (_, file, change, expected) => {
    await edit(file, change);
    const { lines } = await lint();
    expect(lines.filter((line) => expected.test(line))).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });

  test('the line of a fault in a body counts from the body', async () => {
    await writeFile(join(pack, '000/solution.py'), '    a = 1\n    b = 2\n    !!\n');
    expect((await lint()).lines).toEqual(['000/solution.py:3: syntax: it does not compile: planted.']);
  });

  test('an id used twice', async () => {
    await edit('001/task.json', (text) => text.replace('Starter/1', 'Starter/0'));
    const { lines } = await lint({ path: pack });
    expect(lines).toEqual([
      '001/task.json:2: id: Starter/0 is also at 000/task.json:2.',
      '001/task.json:2: warning: id: Starter/0 is in folder 001.',
    ]);
  });

  test('a missing file, a missing manifest, an empty pack', async () => {
    await rm(join(pack, '001/test.py'));
    await rm(join(pack, 'manifest.json'));
    const { lines, tasks } = await lint();
    expect(tasks).toBe(2);
    expect(lines).toEqual([
      expect.stringMatching(/^manifest\.json:1: warning: manifest: there is no manifest/),
      '001/test.py:1: schema: is missing.',
    ]);
    await rm(join(pack, '000'), { recursive: true });
    await rm(join(pack, '001'), { recursive: true });
    expect((await lint()).findings.at(-1)).toMatchObject({ rule: 'schema', message: 'it contains no tasks.' });
    await expect(lint({ path: join(pack, 'absent') })).rejects.toThrow(/Task pack not found:/);
  });

  test('libraries the environment lacks', async () => {
    await edit('000/task.json', (text) => text.replace('"holidays"', '"holidaze"'));
    await edit('000/test.py', (text) => `import unittest.mock, nowhere\n${text}`);
    const knownModules = new Set(['datetime', 'dateutil', 'holidays', 'unittest', 'prettytable', 'pytz']);
    const { lines } = await lint({ path: join(pack, '000'), knownModules });
    expect(lines).toEqual([
      expect.stringMatching(/^000\/task\.json:5: library: the environment has no module holidaze\.$/),
      '000/test.py:1: library: the environment has no module nowhere.',
    ]);
  });

  test('proves what only running shows', async () => {
    const failing = { name: 'test_x', outcome: 'fail', ms: 1, message: 'Traceback\nAssertionError: 1 != 2\n' } as const;
    await edit('000/test.py', (text) => `${text}\n    def test_x(self): task_func\n`);
    const line =
      (await readFile(join(pack, '000/test.py'), 'utf8')).split('\n').indexOf('    def test_x(self): task_func') + 1;
    const say = async (script: Parameters<typeof scripted>[0]) =>
      (await lint({ path: join(pack, '000'), execute: scripted(script) })).lines;

    expect(await say((_, proof) => (proof === 'empty' ? { outcome: 'pass' } : undefined))).toEqual([
      '000/test.py:1: empty-body: an empty body passes the tests of Starter/0: they check nothing.',
    ]);
    expect(await say((_, proof) => (proof === 'wrong' ? { outcome: 'pass' } : undefined))).toEqual([
      '000/wrong.py:1: wrong-solution: the wrong solution of Starter/0 passes: the tests miss its mistake.',
    ]);
    expect(await say((_, proof) => (proof === 'second' ? { outcome: 'fail', tests: [failing] } : undefined))).toEqual([
      `000/test.py:${line}: ground-truth: the reference solution of Starter/0 passes in one run but not in another: fail: test_x: AssertionError: 1 != 2`,
    ]);
    expect(await say(() => ({ outcome: 'timeout', reason: 'cpu' }))).toEqual([
      '000/test.py:1: ground-truth: the reference solution of Starter/0 does not pass: timeout: cpu',
    ]);
    await expect(say(() => ({ outcome: 'engine-error', reason: 'no fork' }))).rejects.toThrow(
      /could not be run \(no fork\)/,
    );
  });

  test('a pack that needs the network is only warned about failing solutions', async () => {
    await edit('manifest.json', (text) => text.replace('"none"', '"needed"'));
    const report = await lint({ execute: scripted(() => ({ outcome: 'fail' })) });
    expect(report.findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['ground-truth', 'warning'],
      ['ground-truth', 'warning'],
    ]);
  });

  test('a task with errors is not run', async () => {
    await edit('000/prompt.py', (text) => text.replace('def task_func', 'def other'));
    const seen: Job[] = [];
    expect((await lint({ execute: scripted(() => undefined, seen) })).proven).toBe(1);
    expect(seen.every(({ id }) => id.startsWith('0:'))).toBe(true);
    expect(seen[0]?.test).toBe(await readFile(join(pack, '001/test.py'), 'utf8'));
  });

  test('reads a file of tasks line by line', async () => {
    const path = join(pack, 'tasks.jsonl');
    await writeFile(path, '{"task_id": "Own/1"}\n\nnonsense\n');
    expect((await lint({ path })).lines).toEqual([
      'tasks.jsonl:1: schema: field "complete_prompt" is missing.',
      'tasks.jsonl:3: schema: is not JSON: unexpected word or sign.',
    ]);
  });

  test.each(recordedData)('warns of tests that real tasks repeat, and finds no error: $name', async (data) => {
    const { findings, tasks } = await lint({ path: data.tasksFile, checkSyntax: () => undefined });
    expect(tasks).toBe(data.size);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const repeating = new Set(findings.filter(({ rule }) => rule === 'repeated-test').map(({ taskId }) => taskId));
    expect([...repeating]).toEqual(['BigCodeBench/90', 'BigCodeBench/392', 'BigCodeBench/804', 'BigCodeBench/1006']);
  });
});
