import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits, type Execution, type Limits, type Script } from '../../schema/execution.ts';
import type { Executor } from '../executor.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
});
afterAll(() => executor.close());

interface Given extends Partial<Script> {
  readonly limits?: Partial<Limits>;
}

async function run(code: string, { limits = {}, stdin = '', files = {}, fetch = [] }: Given = {}): Promise<Execution> {
  const job = {
    id: 'script',
    code,
    test: '',
    script: { stdin, files, fetch },
    limits: { ...defaultLimits, wallMs: 20_000, cpuMs: 10_000, memoryMb: 512, ...limits },
    libs: [],
  };
  for await (const execution of executor.execute([job])) return execution;
  throw new Error('nothing came back');
}

const encode = (text: string) => Buffer.from(text).toString('base64');

describe('plain scripts', () => {
  it('print, exit with 0 and are judged by nobody', async () => {
    expect(await run('print("é", object())')).toMatchObject({
      outcome: 'pass',
      exit: 0,
      tests: [],
      stdout: expect.stringMatching(/^é <object object at 0x[0-9a-f]+>\n$/),
      stderr: '',
      flags: [],
      files: {},
    });
  });

  it('read their standard input, also from what they start', async () => {
    const code =
      'import subprocess, sys\nprint(input())\nprint(sys.stdin.readline())\nprint(subprocess.run(["cat"], stdin=open("/dev/stdin"), capture_output=True).stdout)';
    expect(await run(code, { stdin: 'one\ntwo\n' })).toMatchObject({ stdout: expect.stringMatching(/^one\ntwo\n\n/) });
    expect(await run('print(len(input()))', { stdin: 'x'.repeat(3_000_000) })).toMatchObject({ stdout: '3000000\n' });
    expect(await run('input()')).toMatchObject({
      outcome: 'error',
      exit: 1,
      stderr: expect.stringMatching(/EOFError/),
    });
  });

  it('show their own frames alone when they fail', async () => {
    const { outcome, reason, exit, stdout, stderr } = await run('print(1)\ndef f():\n    raise ValueError("no")\nf()');
    expect({ outcome, reason, exit, stdout }).toEqual({
      outcome: 'error',
      reason: 'exited with status 1',
      exit: 1,
      stdout: '1\n',
    });
    expect(stderr).toMatch(
      /^Traceback \(most recent call last\):\n {2}File ".*\/main.py", line 4, in <module>\n {4}f\(\)\n/,
    );
    expect(stderr).toMatch(/ValueError: no\n$/);
    expect(await run('def f(:')).toMatchObject({ exit: 1, stderr: expect.stringMatching(/^ {2}File .*SyntaxError/s) });
  });

  it.each([
    ['exit(3)', 3],
    ['import sys\nsys.exit("so long")', 1],
    ['raise SystemExit', 0],
    ['import os\nos._exit(4)', 4],
    ['import threading\nthreading.Thread(target=lambda: print("late")).start()', 0],
    ['import atexit\natexit.register(print, "bye")', 0],
  ])('end as a program does: %j', async (code, exit) => {
    const execution = await run(code);
    expect(execution).toMatchObject({ exit, outcome: exit === 0 ? 'pass' : 'error' });
    if (code.includes('late')) expect(execution.stdout).toBe('late\n');
    if (code.includes('bye')) expect(execution.stdout).toBe('bye\n');
  });

  it('are a main module in a folder of their own, with chance of their own', async () => {
    const code =
      'import os, random, sys, __main__\nprint(__name__, __main__.__file__ == sys.argv[0] == __file__, os.listdir("."))\nprint(random.random())';
    const [first, second] = [await run(code), await run(code)];
    expect(first.stdout).toMatch(/^__main__ True \['main.py'\]\n/);
    expect(second.stdout).not.toBe(first.stdout);
  });

  it('find files and give files back, also after a crash', async () => {
    const files = { 'data/in.txt': encode('hello'), 'helper.py': encode('answer = 42'), 'main.py': encode('x') };
    const code =
      'import os, helper\nopen("out/../out.txt" if os.path.isdir("out") else "out.txt", "w").write(open("data/in.txt").read().upper() + str(helper.answer))\nos.symlink("/etc/shadow", "link")\nos.mkfifo("pipe")\nos._exit(5)';
    const execution = await run(code, { files, fetch: ['out.txt', 'missing', 'link', 'pipe', 'data', 'main.py'] });
    expect(execution).toMatchObject({ outcome: 'error', exit: 5 });
    expect(execution.files).toEqual({ 'out.txt': encode('HELLO42'), 'main.py': encode('x') });
  });

  it('hand back up to 24 MB', async () => {
    const code = 'open("big", "wb").write(bytes(20 << 20)); open("more", "wb").write(bytes(20 << 20))';
    const { files = {} } = await run(code, { fetch: ['big', 'more'] });
    expect(Object.keys(files)).toEqual(['big']);
    expect(Buffer.from(files.big ?? '', 'base64')).toHaveLength(20 * 1024 * 1024);
  });

  it('keep to their limits', async () => {
    expect(
      await run('print("begun", flush=True)\nimport time\ntime.sleep(60)', { limits: { wallMs: 500 } }),
    ).toMatchObject({
      outcome: 'timeout',
      reason: 'wall',
      stdout: 'begun\n',
    });
    expect(await run('while True: pass', { limits: { cpuMs: 500 } })).toMatchObject({
      outcome: 'timeout',
      reason: 'cpu',
    });
    expect(await run('x = bytearray(3 << 30)', { limits: { memoryMb: 128 } })).toMatchObject({ exit: 1 });
    expect(await run('import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)', { fetch: ['x'] })).toMatchObject({
      outcome: 'killed',
      signal: 'SIGSEGV',
    });
  });

  it('print much without waiting for anybody', async () => {
    const code = 'import sys\nfor _ in range(100): sys.stdout.write("x" * 100_000)';
    const { outcome, stdout } = await run(code, { limits: { outputKb: 1024 } });
    expect([outcome, stdout.length]).toEqual(['pass', 1024 * 1024]);
  });

  it('leave judged jobs alone', async () => {
    const test =
      'import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        self.assertIsNone(exit)\n';
    const job = { id: 'judged', code: '', test, limits: defaultLimits, libs: [] };
    for await (const { outcome } of executor.execute([job])) expect(outcome).toBe('pass');
  });
});

describe('limits besides memory', () => {
  const filling = 'x = bytearray(600 << 20)\nprint(len(x) >> 20)';

  it.each([['addressMb'], ['dataMb']] as const)('%s holds below the memory limit', async (name) => {
    expect(await run(filling, { limits: { memoryMb: 2048 } })).toMatchObject({ exit: 0, stdout: '600\n' });
    expect(await run(filling, { limits: { memoryMb: 2048, [name]: 256 } })).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('MemoryError'),
    });
  });

  it('never allow more than the memory limit does', async () => {
    const asking =
      'import resource\nprint(*[resource.getrlimit(kind) for kind in (resource.RLIMIT_DATA, resource.RLIMIT_STACK)])';
    const { stdout } = await run(asking, { limits: { stackMb: 512 } });
    expect(await run(asking, { limits: { dataMb: 99_999, stackMb: 99_999 } })).toMatchObject({ exit: 0, stdout });
  });

  it.each([
    [undefined, 10, 'Argument list too long'],
    [20, 20, 'fits'],
    [5, 5, 'Argument list too long'],
  ])('a stack of %s MB', async (stackMb, expected, told) => {
    // The kernel takes arguments up to a quarter of the stack that they are put on: these take 3 MB.
    const code = [
      'import os, resource, subprocess, sys',
      'print(resource.getrlimit(resource.RLIMIT_STACK)[0] >> 20)',
      'try:',
      '    subprocess.run([sys.executable, "-c", "", *["x" * 100_000] * 30], check=True)',
      '    print("fits")',
      'except OSError as error:',
      '    print(os.strerror(error.errno))',
    ].join('\n');
    expect(await run(code, { limits: { stackMb } })).toMatchObject({ stdout: `${expected}\n${told}\n` });
  });
});
