import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRow } from '../../dataset/testing/dataset-rows.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { OpenExecutor } from '../../run/executor-table.ts';
import type { Job } from '../../schema/execution.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { syncheckCommand } from './syncheck.ts';

const good = 'def task_func(n):\n    return n';

/** What a Python would print that finds a fault in every program. */
function answerAll({ test: source }: Job) {
  const payload = /PAYLOAD = "(.*)"/.exec(source)?.[1] ?? '';
  const programs: string[] = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
  const faults = programs.map((_, number) =>
    JSON.stringify({ number, kind: 'syntax', line: 1, column: 5, message: 'SyntaxError: so says Python' }),
  );
  return { stdout: [...faults, JSON.stringify({ checked: programs.length }), ''].join('\n') };
}

const python: OpenExecutor = async () => createScriptedExecutor(answerAll);

const noPython: OpenExecutor = async () => {
  throw new BigCodeBenchError('ENVIRONMENT', 'No Python environment is installed.');
};

const forbidden: OpenExecutor = async () => {
  throw new Error('the sandbox must not be started');
};

async function check(lines: readonly object[], words: readonly string[] = [], open = forbidden) {
  await using folder = await createTemporaryFolder();
  const toLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(join(folder.path, 'tasks.jsonl'), toLines([0, 1, 2].map((number) => createRow(number))));
  await writeFile(join(folder.path, 'answers.jsonl'), toLines(lines));
  return await runCommand(withExecutor(syncheckCommand, open), {
    words: ['--subset', 'tasks.jsonl', '--samples', 'answers.jsonl', ...words],
    cwd: folder.path,
  });
}

const sample = (number: number, solution: string | null) => ({ task_id: `BigCodeBench/${number}`, solution });

describe('bcb syncheck', () => {
  test('passes what compiles without starting Python, and names missing tasks', async () => {
    const { code, out } = await check([sample(0, good), sample(1, good)]);
    expect(code).toBe(0);
    expect(out).toMatch(/1 tasks have no sample: BigCodeBench\/2/);
    expect(out).toMatch(/2 solutions, all compile/);
  });

  test('asks Python about what fails, and shows its words, the line and the place', async () => {
    const { code, out } = await check([sample(0, good), sample(1, 'x = = 1')], [], python);
    expect(code).toBe(2);
    expect(out).toContain('BigCodeBench/1 sample 0:1:5 syntax: SyntaxError: so says Python\n    x = = 1\n        ^\n');
  });

  test('continues without an environment, and says so', async () => {
    const { code, out, err } = await check([sample(0, `${good}\nreturn n`), sample(1, 'print "a"')], [], noPython);
    expect(code).toBe(2);
    expect(err).toMatch(/CPython is not available/);
    expect(out).toMatch(/BigCodeBench\/0 sample 0:3:1 compile: /);
    expect(out).toMatch(/BigCodeBench\/1 sample 0:1:\d+ syntax: /);
  });

  test('names empty code, missing entry points and wrong counts; --json has it all', async () => {
    const lines = [sample(0, ''), sample(1, 'x = 1'), sample(1, null), sample(2, good)];
    const { code, out } = await check(lines, ['--nsample_check', '1', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      answers: 4,
      syntax: 0,
      compile: 0,
      empty: 2,
      no_entry_point: 1,
      problems: [
        { task_id: 'BigCodeBench/0', index: 0, kind: 'empty' },
        { task_id: 'BigCodeBench/1', index: 0, kind: 'no-entry-point', decided_by: 'in-process' },
        { task_id: 'BigCodeBench/1', index: 1, kind: 'empty' },
      ],
      wrong_counts: [{ task_id: 'BigCodeBench/1', samples: 2 }],
      missing_tasks: [],
    });
  });

  test('joins a completion to its prompt without a newline', async () => {
    expect((await check([{ task_id: 'BigCodeBench/0', completion: '    return n' }])).code).toBe(0);
  });
});
