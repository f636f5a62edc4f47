import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import { recordedData } from '../util/testing/recorded-data.ts';
import { readSamples } from './read-samples.ts';

async function readLinesOf(content: string | Buffer, name = 'samples.jsonl') {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, name);
  await writeFile(path, content);
  return await collect(readSamples(path));
}

const line = (fields: object) => `${JSON.stringify(fields)}\n`;

it('reads solutions and completions in any order, counts per task and keeps what it does not know', async () => {
  const content =
    line({ task_id: 'T/2', solution: 'a', raw_solution: 'raw', model: 'm', seed: 7 }) +
    line({ task_id: 'T/1', completion: '  b' }) +
    '\n' +
    line({ task_id: 'T/2', solution: '', completion: 'unused' });
  const samples = await readLinesOf(content);
  expect(samples).toMatchObject([
    { taskId: 'T/2', index: 0, solution: 'a', rawText: 'raw', extra: { model: 'm', seed: 7 } },
    { taskId: 'T/1', index: 0, completion: '  b', extra: {} },
    { taskId: 'T/2', index: 1, solution: '' },
  ]);
  expect(await readLinesOf(gzipSync(content), 'samples.jsonl.gz')).toHaveLength(3);
  expect(samples[2]?.origin).toMatch(/samples\.jsonl:4$/);
});

it('takes a completion where the solution is null', async () => {
  expect(await readLinesOf(line({ task_id: 'T/1', solution: null, completion: 'b' }))).toMatchObject([
    { completion: 'b' },
  ]);
});

it.each([
  ['a null solution', line({ task_id: 'T/1', solution: null }), ':1', /null/],
  ['no solution', line({ task_id: 'T/1', solution: 'x' }) + line({ task_id: 'T/1' }), ':2', /missing/],
  ['a number for a solution', line({ task_id: 'T/1', solution: 1 }), ':1', /"solution"/],
  ['no task', line({ solution: 'x' }), ':1', /"task_id"/],
  ['broken JSON', `${line({ task_id: 'T/1', solution: 'x' })}{"task_id`, ':2', /not JSON/],
  ['a list', '[1]\n', 'samples.jsonl', /is a JSON array, not JSON Lines: run `jq -c/],
  ['an indented list', '[\n  {"task_id": "T/1"}\n]\n', 'samples.jsonl', /is a JSON array/],
  ['a number', '1\n', ':1', /object/],
  ['a raw answer', line({ task_id: 'T/1', raw_solution: 'x' }), ':1', /bcb sanitize --samples/],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), ':1', /UTF-8/],
  ['an empty file', '', 'samples.jsonl', /no samples/],
  [
    'a repeated identifier',
    line({ task_id: 'T/1', solution: 'x', _identifier: 'i' }) +
      line({ task_id: 'T/2', solution: 'x', _identifier: 'i' }),
    ':2',
    /_identifier "i" is also at .*:1/,
  ],
])('names file and line of %s', async (_, content, place, what) => {
  const failure = await readLinesOf(content).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'BAD_INPUT', message: expect.stringMatching(what) });
  expect((failure as Error).message).toContain(place);
});

it('lists all bad lines: ten, then a count', async () => {
  const bad = [...Array(12)].map((_, at) => (at === 3 ? '{' : '{}')).join('\n');
  const failure = (await readLinesOf(`${line({ task_id: 'T/1', solution: 'x' })}${bad}`).catch(
    (e: unknown) => e,
  )) as Error;
  const lines = failure.message.split('\n');
  expect(lines[0]).toMatch(/samples\.jsonl has 12 lines that cannot be used as samples:$/);
  expect(lines[4]).toMatch(/:5 cannot be used as samples: it is not JSON/);
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('  … and 2 more');
});

it('reports a missing file, or one that is not the gzip it claims to be', async () => {
  await expect(collect(readSamples('/nowhere/x.jsonl'))).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: '/nowhere/x.jsonl cannot be used as samples: no such file or folder.',
  });
  await expect(readLinesOf('plain', 'samples.jsonl.gz')).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

it('reads a solution of 100 MB', async () => {
  const solution = 'x = 1 # '.padEnd(100 * 1024 * 1024, 'x');
  const [sample] = await readLinesOf(line({ task_id: 'T/1', solution }));
  expect(sample?.solution?.length).toBe(solution.length);
});

it('reads folders of Python files, in the order of their numbers', async () => {
  await using folder = await createTemporaryFolder();
  for (const name of ['BigCodeBench_10/0.py', 'BigCodeBench_9/10.py', 'BigCodeBench_9/2.py', 'my_pack_3/0.py']) {
    await mkdir(join(folder.path, name, '..'), { recursive: true });
    await writeFile(join(folder.path, name), `# ${name}`);
  }
  await mkdir(join(folder.path, 'runs'));
  await writeFile(join(folder.path, 'notes.txt'), '');
  await writeFile(join(folder.path, 'BigCodeBench_9', 'notes.txt'), '');
  expect(await collect(readSamples(folder.path))).toMatchObject([
    { taskId: 'BigCodeBench/9', index: 0, solution: '# BigCodeBench_9/2.py' },
    { taskId: 'BigCodeBench/9', index: 1, solution: '# BigCodeBench_9/10.py' },
    { taskId: 'BigCodeBench/10', index: 0 },
    { taskId: 'my_pack/3', index: 0 },
  ]);
  await writeFile(join(folder.path, 'BigCodeBench_9', '3.py'), Buffer.from([0xff]));
  await expect(collect(readSamples(folder.path))).rejects.toMatchObject({
    message: expect.stringMatching(/BigCodeBench_9\/3\.py .*UTF-8/),
  });
});

it.each(recordedData)('reads real samples: $name', async (data) => {
  const samples = await collect(readSamples(data.samplesFile('complete')));
  expect(samples).toHaveLength(data.size);
  expect(samples.every(({ solution, rawText }) => solution !== undefined && rawText !== undefined)).toBe(true);
});

it('can continue after bad lines, and then takes an answer without text', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'samples.jsonl');
  await writeFile(
    path,
    `${line({ task_id: 'T/1', solution: null })}{"task_id"\n${line({ task_id: 'T/2' })}${line({ task_id: 'T/3', raw_solution: 'x' })}`,
  );
  const bad: string[] = [];
  const samples = await collect(readSamples(path, { onBadLine: ({ message }) => bad.push(message), needsCode: false }));
  expect(samples.map(({ taskId, solution, rawText }) => [taskId, solution, rawText])).toEqual([
    ['T/1', undefined, undefined],
    ['T/3', undefined, 'x'],
  ]);
  expect(bad).toEqual([expect.stringMatching(/:2 .*not JSON/), expect.stringMatching(/:3 .*missing/)]);
});

it('lets other work go on while it reads lines that came in one piece', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  // A piece of a file has 64 kB.
  await expect(readLinesOf('{}\n'.repeat(20_000))).rejects.toThrow(/20000 lines that cannot be used/);
  isOver = true;
  expect(turns).toBeGreaterThan(50);
});

it('reads no line that is longer than it may be', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'samples.jsonl');
  const long = 'x'.repeat(200_000);
  await writeFile(path, line({ task_id: 'T/1', solution: 'a' }) + line({ task_id: 'T/2', solution: long }));
  expect(await collect(readSamples(path))).toHaveLength(2);
  await expect(collect(readSamples(path, { maxLineBytes: 100_000 }))).rejects.toThrow(/:2 is longer than 100000 bytes/);
});
