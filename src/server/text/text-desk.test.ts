import { afterEach, describe, expect, it } from 'vitest';
import { createTextDesk, type TextDesk } from './text-desk.ts';
import { createTextThreads, type TextThreads } from './text-threads.ts';

const desks: TextDesk[] = [];
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});

function open(options: Partial<Parameters<typeof createTextDesk>[0]> = {}): TextDesk {
  const desk = createTextDesk({ strategy: 'upstream', rules: { safety: 'report' }, ...options });
  desks.push(desk);
  return desk;
}

const filler = 'x = [1, 2]\n'.repeat(1000);

describe('TextDesk', () => {
  it('reads a long answer as it reads a short one', async () => {
    const desk = open();
    const code = 'def task_func():\n    return 1';
    const short = await desk.readAnswer('me', `Sure:\n\`\`\`python\n${code}\n\`\`\`\n`, 'task_func');
    const long = await desk.readAnswer(
      'me',
      `Sure:\n\`\`\`python\n${code}\n\`\`\`\n\n${'Why this works: it does.\n'.repeat(2000)}`,
      'task_func',
    );
    expect(short).toEqual({ solution: code, fences: 'closed', definesEntryPoint: true, lastBlock: code });
    expect(long).toEqual(short);
  });

  it('scans a long program as it scans a short one', async () => {
    for (const code of ['import os\nos._exit(0)\n', `import os\nos._exit(0)\n${filler}`]) {
      expect(await open().judgeSafetyFor('me')(code)).toEqual({ code, flags: ['hard-exit'] });
      expect(await open({ rules: { safety: 'block' } }).judgeSafetyFor('me')(code)).toMatchObject({
        refused: { outcome: 'blocked', reason: 'safety: hard-exit in line 2' },
      });
    }
  });

  it('runs no program that is larger than any answer', async () => {
    const judged = await open().judgeSafetyFor('me')('#'.repeat(11 * 1024 * 1024));
    expect(judged).toMatchObject({
      refused: { outcome: 'error', reason: expect.stringMatching(/the limit is 10 MB/) },
    });
  });

  it('parses a long body as it parses a short one', async () => {
    const desk = open();
    const value = { text: 'é'.repeat(600_000), list: [1, { a: null }] };
    const bytes = new Uint8Array(Buffer.from(JSON.stringify(value)));
    expect(await desk.parseJson('me', bytes)).toEqual(value);
    expect(await desk.parseJson('me', new Uint8Array(Buffer.from('{"a":"\\"]"}')))).toEqual({ a: '"]' });
  });

  it.each([
    ['deep', '['.repeat(100_000), 422, /nested deeper than 64 levels/],
    ['deep and long', `${' '.repeat(600_000)}${'['.repeat(100)}`, 422, /nested deeper than 64 levels/],
    ['of an object with many fields', `{${Array.from({ length: 2001 }, (_, at) => `"${at}":0`)}}`, 413, /2000 fields/],
    ['of many values', `[${'0,'.repeat(300_000)}0]`, 413, /more than 200000 values/],
    ['no JSON', '{'.repeat(3), 400, /^The body is not JSON/],
    ['no JSON and long', `${' '.repeat(600_000)}{`, 400, /^The body is not JSON/],
  ])('refuses a body that is %s', async (_, text, status, message) => {
    const parsed = open().parseJson('me', new Uint8Array(Buffer.from(text)));
    await expect(parsed).rejects.toMatchObject({ status, message: expect.stringMatching(message) });
  });

  it('counts the fields of each object by itself', async () => {
    const value = Array.from({ length: 9 }, () =>
      Object.fromEntries(Array.from({ length: 900 }, (_, at) => [at, [0, 1]])),
    );
    expect(await open().parseJson('me', new Uint8Array(Buffer.from(JSON.stringify(value))))).toEqual(value);
  });

  it('reads in the thread what would have a large library loaded, and long conversations', async () => {
    const tasks: string[] = [];
    const threads = createTextThreads();
    const run: TextThreads['run'] = (...given) => {
      tasks.push(given[1].task);
      return threads.run(...given);
    };
    const desk = open({ threads: { ...threads, run } });
    const code = 'def task_func():\n    return "\\N{BULLET}"';
    expect(await desk.readAnswer('me', code, 'task_func')).toMatchObject({ solution: code });
    expect(await desk.judgeSafetyFor('me')(code)).toEqual({ code, flags: [] });
    expect(tasks).toEqual(['readAnswer', 'judgeSafety']);
    const answer = 'def task_func():\n    return 1';
    const marked = (prompt: string) => `${prompt}<|im_start|>assistant\n${answer}<|im_end|>`;
    expect(await desk.readAnswer('me', marked('short'), 'task_func', { prompt: '' })).toMatchObject({
      solution: answer,
    });
    expect(tasks).toHaveLength(2);
    const long = await desk.readAnswer('me', marked('long'.repeat(20_000)), 'task_func', { prompt: '' });
    expect(long).toMatchObject({ solution: answer });
    expect(tasks).toHaveLength(3);
  });

  it('asks to be called again when the time of the caller is over', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const run: TextThreads['run'] = ({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const desk = open({ threads: { ...createTextThreads(), run } });
    const waiting = { deadlineMs: 0 };
    const body = new Uint8Array(600_000);
    const answers = [
      desk.readAnswer('me', filler, 'task_func', waiting),
      desk.judgeSafetyFor('me', waiting)(filler),
      desk.parseJson('me', body, 'The body', waiting),
      desk.aggregate('me', body, waiting),
    ];
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ status: 504, isRetryable: true });
    // What waited for a thread is not read any more.
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true, true]);
  });

  it('refuses what is not UTF-8', async () => {
    await expect(open().parseJson('me', new Uint8Array([0xff, 0xfe]))).rejects.toMatchObject({ status: 400 });
  });

  it('gives up on a text that takes too long, for its sender alone', async () => {
    const desk = open({ threads: createTextThreads(1), rules: { safety: 'block' } });
    // Neither is a verdict on the program.
    const reading = desk.readAnswer('me', `def task_func(): pass\n${filler}`, 'task_func');
    await expect(reading).rejects.toMatchObject({ status: 504, isRetryable: true });
    expect(await desk.judgeSafetyFor('me')(filler)).toMatchObject({ refused: { outcome: 'engine-error' } });
    const body = new Uint8Array(Buffer.from(JSON.stringify('x'.repeat(20_000_000))));
    await expect(desk.parseJson('me', body)).rejects.toMatchObject({ status: 413 });
    expect(await desk.readAnswer('me', 'def task_func(): pass\n', 'task_func')).toMatchObject({
      definesEntryPoint: true,
    });
  });

  it('lets other work go on between texts, and owners take turns', async () => {
    const desk = open();
    const order: string[] = [];
    const program = 'def task_func(a, b):\n    return [a, b]\n'.repeat(200);
    const judge = async (owner: string, number: number) => {
      await desk.judgeSafetyFor(owner)(`# ${number}\n${program}`);
      order.push(owner);
    };
    // Starts both threads.
    await Promise.all([judge('many', 0), judge('one', 1)]);
    order.length = 0;
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const many = Array.from({ length: 100 }, (_, number) => judge('many', number));
    await Promise.all([...many, judge('one', 0)]);
    isOver = true;
    expect(order.indexOf('one')).toBeLessThan(10);
    expect(turns).toBeGreaterThan(5);
  });
});
