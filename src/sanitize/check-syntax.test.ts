import { describe, expect, test } from 'vitest';
import { type Job, upstreamStatusOf } from '../schema/execution.ts';
import { checkSolutions, checkSyntax, createPythonParser } from './check-syntax.ts';

describe('checkSyntax', () => {
  test.each([
    ['def f():\n    return 1', []],
    ['x = = 1', [{ kind: 'syntax', line: 1, column: 5 }]],
    ['x = 1\nreturn x', [{ kind: 'compile', line: 2, column: 1 }]],
    ['def f(a, a): pass', [{ kind: 'compile', line: 1 }]],
    ['try: pass\nexcept* A: pass', [{ kind: 'syntax', line: 2 }]],
    ['x = "\0"', [{ kind: 'syntax' }]],
    ['\ud800', [{ kind: 'syntax' }]],
    [`x${'.x'.repeat(20_000)}`, [{ kind: 'compile', message: 'too deeply nested to check' }]],
    ['x = 1', []],
  ])('%#', (code, problems) => {
    expect(checkSyntax(code)).toMatchObject(problems);
    if (problems.length === 0) expect(checkSyntax(code)).toEqual([]);
  });
});

describe('checkSolutions', () => {
  test('Python has the last word, and is only asked about what fails', async () => {
    const asked: (readonly string[])[] = [];
    const checked = await checkSolutions(['a = 1', 'b = = 1', 'c = = 1', 'd = = 1'], async (codes) => {
      asked.push(codes);
      return [{}, { problem: { kind: 'syntax', line: 1, message: 'no' } }, { crashed: 'SIGSEGV' }];
    });
    expect(asked).toEqual([['b = = 1', 'c = = 1', 'd = = 1']]);
    expect(checked).toEqual([
      { decidedBy: 'in-process' },
      { decidedBy: 'python' },
      { problem: { kind: 'syntax', line: 1, message: 'no' }, decidedBy: 'python' },
      { problem: { kind: 'syntax', message: expect.stringContaining('SIGSEGV') }, decidedBy: 'python' },
    ]);
  });
});

describe('createPythonParser', () => {
  /** A parser that dies of programs with `crash` in them, and dislikes those with `bad`. */
  const jobs: Job[] = [];
  const parse = createPythonParser(async (job) => {
    jobs.push(job);
    const payload = /PAYLOAD = "(.*)"/.exec(job.test)?.[1] ?? '';
    const programs: string[] = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
    const crash = programs.findIndex((program) => program.includes('crash'));
    const lines = programs
      .slice(0, crash < 0 ? programs.length : crash)
      .flatMap((program, number) =>
        program.includes('bad') ? [{ number, kind: 'syntax', line: null, column: null, message: 'bad' }] : [],
      );
    const outcome = crash < 0 ? 'pass' : 'killed';
    const all = crash < 0 ? [...lines, { checked: programs.length }] : lines;
    return {
      id: job.id,
      outcome,
      status: upstreamStatusOf[outcome],
      ...(crash < 0 ? {} : { signal: 'SIGSEGV' }),
      tests: [],
      wallMs: 0,
      cpuMs: 0,
      testCpuMs: 0,
      peakMb: 0,
      stdout: all.map((line) => `${JSON.stringify(line)}\n`).join(''),
      stderr: '',
      flags: [],
    };
  });

  test('asks once about many programs', async () => {
    jobs.length = 0;
    expect(await parse(['ok', 'bad', 'ö "\ud800"'])).toEqual([{}, { problem: { kind: 'syntax', message: 'bad' } }, {}]);
    expect(jobs).toHaveLength(1);
    expect(await parse([])).toEqual([]);
    expect(jobs).toHaveLength(1);
  });

  test('finds the program that Python dies of', async () => {
    expect(await parse(['ok', 'bad', 'ok', 'crash', 'bad'])).toEqual([
      {},
      { problem: { kind: 'syntax', message: 'bad' } },
      {},
      { crashed: 'SIGSEGV' },
      { problem: { kind: 'syntax', message: 'bad' } },
    ]);
  });
});
