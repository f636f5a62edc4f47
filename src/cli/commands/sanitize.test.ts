import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRow } from '../../dataset/testing/dataset-rows.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runMain } from '../testing/run-main.ts';

const toLines = (rows: readonly unknown[]) =>
  rows.map((row) => (typeof row === 'string' ? `${row}\n` : `${JSON.stringify(row)}\n`)).join('');

async function createPlace(answers: readonly unknown[]) {
  const folder = await createTemporaryFolder();
  await writeFile(join(folder.path, 'tasks.jsonl'), toLines([0, 1, 2].map((number) => createRow(number))));
  await writeFile(join(folder.path, 'answers.jsonl'), toLines(answers));
  return {
    run: (...words: string[]) =>
      runMain(['sanitize', '--subset', 'tasks.jsonl', '--samples', 'answers.jsonl', ...words], { cwd: folder.path }),
    read: async (name: string) =>
      (await readFile(join(folder.path, name), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    path: (...parts: string[]) => join(folder.path, ...parts),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const code = 'import os\ndef task_func(n):\n    return n';
const chat = `Sure!\n\`\`\`python\n${code}\n\`\`\`\nBye!`;

describe('bcb sanitize', () => {
  test('writes solutions, the other fields and how they were taken', async () => {
    await using place = await createPlace([
      { task_id: 'BigCodeBench/0', solution: chat, model: 'm' },
      { task_id: 'BigCodeBench/1', solution: 'old', raw_solution: chat },
      { task_id: 'BigCodeBench/2', completion: '    return n\n' },
      { task_id: 'BigCodeBench/2', solution: null },
    ]);
    const { code: exit, out } = await place.run();
    expect(exit).toBe(0);
    expect(out).toContain('4 answers, 3 of them Python');
    const lines = await place.read('answers-sanitized.jsonl');
    expect(lines.map((line) => [line.task_id, line.solution])).toEqual([
      ['BigCodeBench/0', code],
      ['BigCodeBench/1', code],
      ['BigCodeBench/2', expect.stringMatching(/^import os\ndef task_func[\s\S]*return n$/)],
      ['BigCodeBench/2', ''],
    ]);
    expect(lines[0]).toMatchObject({
      model: 'm',
      raw_solution: chat,
      extraction: { strategy: 'upstream', version: 1 },
    });
  });

  test('writes nothing the second time, and keeps an older result', async () => {
    await using place = await createPlace([{ task_id: 'BigCodeBench/0', solution: chat }]);
    await place.run();
    expect((await place.run()).err).toContain('is already up to date');
    await place.run('--strategy', 'none');
    expect(await readdir(place.path())).toContain('answers-sanitized.jsonl.bak');
  });

  test('--inplace keeps the old file; --calibrate puts the prompt back', async () => {
    const raw = '```python\n    return n + 1\n```';
    await using place = await createPlace([{ task_id: 'BigCodeBench/0', solution: raw }]);
    await place.run('--calibrate');
    const [line] = await place.read('answers-sanitized-calibrated.jsonl');
    expect(line.solution).toMatch(/^import os\ndef task_func\(n\):[\s\S]*"""\n {4}return n \+ 1$/);
    await place.run('--inplace');
    expect((await place.read('answers.jsonl.bak'))[0].solution).toBe(raw);
  });

  test('tells ten broken lines and counts the others', async () => {
    await using place = await createPlace([{ task_id: 'BigCodeBench/0', solution: chat }, ...Array(12).fill('{')]);
    const { err } = await place.run();
    expect(err.match(/is not JSON/g)).toHaveLength(10);
    expect(err).toContain('warning: 2 more lines are not samples.');
  });

  test('skips broken lines and unknown tasks, and exits 1', async () => {
    await using place = await createPlace([
      '{"task_id": "BigCodeBench/0", "solution": ',
      { solution: 'x' },
      { task_id: 'Other/1', solution: 'x' },
      { task_id: 'BigCodeBench/0', solution: chat },
    ]);
    const { code: exit, err } = await place.run();
    expect(exit).toBe(1);
    expect(err).toMatch(/answers\.jsonl:1 .*not JSON/);
    expect(err).toMatch(/answers\.jsonl:2 .*task_id/);
    expect(err).toMatch(/1 answers are skipped: Other\/1/);
    expect(await place.read('answers-sanitized.jsonl')).toHaveLength(1);
  });

  test.each([
    ['an empty file', [], /no samples/],
    ['only unknown tasks', [{ task_id: 'Other/1', solution: 'x' }], /no answer to a selected task: Other\/1/],
  ])('refuses %s', async (_, answers, message) => {
    await using place = await createPlace(answers);
    await expect(place.run()).rejects.toThrow(message);
  });

  test('sanitizes a folder into a folder beside it', async () => {
    await using place = await createPlace([]);
    await mkdir(place.path('folder', 'BigCodeBench_1'), { recursive: true });
    await writeFile(place.path('folder', 'BigCodeBench_1', '0.py'), chat);
    await place.run('--samples', 'folder');
    expect(await readFile(place.path('folder-sanitized', 'BigCodeBench_1', '0.py'), 'utf8')).toBe(code);
  });

  test('--diff does not count blank lines as a difference', async () => {
    const loose = 'import os\n\n\ndef task_func(n):  \n\n    return n';
    await using place = await createPlace([{ task_id: 'BigCodeBench/0', solution: `\`\`\`python\n${loose}\n\`\`\`` }]);
    const document = JSON.parse((await place.run('--diff', '--json')).out);
    expect(document.strategies.find(({ strategy }: { strategy: string }) => strategy === 'last-fence')).toMatchObject({
      as_chosen: 1,
      differ: 0,
    });
  });

  test('--diff shows what each strategy takes and writes nothing', async () => {
    await using place = await createPlace([
      { task_id: 'BigCodeBench/0', solution: chat },
      { task_id: 'BigCodeBench/1', solution: `${chat}\n\`\`\`python\ntask_func(1)\n\`\`\`` },
    ]);
    const before = await readdir(place.path());
    expect((await place.run('--diff')).out).toMatch(/last-fence +1 +1 +0 +0 +1/);
    const texts = await place.run('--diff', '--debug-task', '1');
    expect(texts.out).toMatch(/BigCodeBench\/1 sample 0: last-fence\n[\s\S]*block 2[\s\S]*\ntask_func\(1\)\n/);
    const document = JSON.parse((await place.run('--diff', '--json')).out);
    expect(document).toMatchObject({ chosen: 'upstream', answers: 2, differing: 1 });
    expect(await readdir(place.path())).toEqual(before);
  });

  test('needs --samples', async () => {
    await expect(runMain(['sanitize'])).rejects.toThrow(/needs --samples/);
  });
});
