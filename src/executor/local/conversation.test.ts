import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultLimits, type Limits } from '../../schema/execution.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import type { Conversation, Executor } from '../executor.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { namespaces } from './testing/namespaces.ts';
import { listDescendants } from './testing/process-tree.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
});
afterAll(() => executor.close());

const never = new AbortController().signal;

function open(limits: Partial<Limits> = {}): Conversation {
  const conversation = executor.converse?.({ limits: { ...defaultLimits, memoryMb: 512, ...limits }, libs: [] });
  if (conversation === undefined) throw new Error('this executor holds no conversations');
  return conversation;
}

const call = (conversation: Conversation, code: string, wallMs = 20_000, signal = never) =>
  conversation.run({ id: 'call', code, wallMs, signal });

describeNeeding(namespaces)('a conversation in the sandbox', () => {
  it('keeps its names, and gives each call its own output', async () => {
    const [one, two] = [open(), open()];
    expect(await call(one, 'x = 1\nprint("first")')).toMatchObject({ outcome: 'pass', stdout: 'first\n', stderr: '' });
    expect(await call(two, 'x')).toMatchObject({ outcome: 'error', reason: 'NameError', stdout: '' });
    const second = await call(one, 'import os\nos.system("echo shell")\nx + 41');
    expect(second).toMatchObject({ outcome: 'pass', stdout: 'shell\n42\n' });
    await Promise.all([one.close(), two.close()]);
    expect([one.isOpen, two.isOpen]).toEqual([false, false]);
  });

  it('shows errors with the lines of the call, and goes on', async () => {
    const conversation = open();
    await call(conversation, 'def halve(n):\n    return 1 / n');
    const { outcome, reason, stderr } = await call(conversation, 'print("before")\nhalve(0)');
    expect({ outcome, reason }).toEqual({ outcome: 'error', reason: 'ZeroDivisionError' });
    expect(stderr).toMatch(
      /^Traceback.*\n {2}File "<call 2>", line 2, in <module>\n {4}halve\(0\)\n {2}File "<call 1>", line 2/,
    );
    expect(await call(conversation, 'def f(:')).toMatchObject({ outcome: 'error', reason: 'SyntaxError' });
    expect(await call(conversation, '\ud800')).toMatchObject({ outcome: 'error' });
    expect(await call(conversation, 'import sys\nsys.exit(3)')).toMatchObject({ reason: 'exited with status 3' });
    expect(await call(conversation, 'input()')).toMatchObject({ reason: 'EOFError' });
    expect(await call(conversation, 'halve(4)')).toMatchObject({ outcome: 'pass', stdout: '0.25\n' });
    await conversation.close();
  });

  it('interrupts a call whose time is over, and keeps what was there', async () => {
    const conversation = open();
    await call(conversation, 'kept = "kept"');
    const late = await call(conversation, 'print("started")\nimport time\ntime.sleep(60)', 300);
    expect(late).toMatchObject({ outcome: 'timeout', reason: 'wall', stdout: 'started\n' });
    expect(await call(conversation, 'kept')).toMatchObject({ outcome: 'pass', stdout: "'kept'\n" });
    await conversation.close();
  });

  it('ends one that does not obey, and begins anew with the next call', async () => {
    const conversation = open();
    const stubborn = 'import signal\nsignal.signal(2, signal.SIG_IGN)\nprint("here", flush=True)\nwhile True: pass';
    expect(await call(conversation, stubborn, 200)).toMatchObject({ outcome: 'timeout', stdout: 'here\n' });
    expect(conversation.isOpen).toBe(false);
    expect(await call(conversation, 'signal')).toMatchObject({ outcome: 'error', reason: 'NameError' });
    await conversation.close();
  });

  it.each<[string, string, Partial<Limits>, object]>([
    [
      'memory',
      'x = bytearray(600 << 20)\nfor i in range(0, len(x), 4096): x[i] = 1',
      { memoryMb: 200 },
      { outcome: expect.stringMatching(/error|out-of-memory/) },
    ],
    ['its process', 'import os\nos._exit(7)', {}, { outcome: 'error', exit: 7 }],
    ['CPU time', 'while True: pass', { cpuMs: 500 }, { outcome: 'timeout', reason: 'cpu' }],
    ['output', 'while True: print("x" * 10000)', { maxOutputMb: 1 }, { outcome: 'output-limit' }],
    ['all of its time', 'import time\ntime.sleep(60)', { wallMs: 500 }, { outcome: 'timeout', reason: 'wall' }],
  ])('is bounded in %s', async (_, code, limits, expected) => {
    const conversation = open(limits);
    expect(await call(conversation, code)).toMatchObject(expected);
    expect(await call(conversation, 'print(1)')).toMatchObject({ outcome: 'pass', stdout: '1\n' });
    await conversation.close();
  });

  it('believes no forged replies', async () => {
    const conversation = open();
    const forged = `import os
for fd in range(3, 1100):
    try: os.write(fd, b"\\0" * 100)
    except OSError: pass
import time; time.sleep(30)`;
    expect(await call(conversation, forged)).toMatchObject({ outcome: 'error' });
    expect(await call(conversation, 'print(1)')).toMatchObject({ stdout: '1\n' });
    await conversation.close();
  });

  it('ends with a caller that leaves while a call runs', async () => {
    const before = listDescendants(process.pid).length;
    const conversation = open();
    const gone = new AbortController();
    await call(conversation, 'import subprocess\nprint(len([subprocess.Popen(["sleep", "100"]) for _ in range(3)]))');
    expect(listDescendants(process.pid).length).toBeGreaterThan(before + 3);
    const called = call(conversation, 'import time\ntime.sleep(60)', 60_000, gone.signal);
    setTimeout(() => gone.abort(new Error('gone')), 100);
    await expect(called).rejects.toThrow('gone');
    await expect.poll(() => conversation.isOpen).toBe(false);
    await expect.poll(() => listDescendants(process.pid).length).toBeLessThanOrEqual(before);
  });

  it('opens nothing more once it is closed, also not for a call that has just come', async () => {
    const before = listDescendants(process.pid).length;
    const conversation = open();
    const called = call(conversation, 'import time\ntime.sleep(60)');
    await Promise.all([conversation.close(), expect(called).rejects.toThrow('The conversation was closed.')]);
    await expect(call(conversation, '1')).rejects.toThrow('The conversation was closed.');
    expect(conversation.isOpen).toBe(false);
    expect(listDescendants(process.pid).length).toBeLessThanOrEqual(before);
  });

  it('lets others run while it waits for a call', async () => {
    const resting = Array.from({ length: 6 }, () => open());
    for (const each of resting) await call(each, 'x = 1');
    const job = {
      code: 'print(1)',
      test: '',
      script: { stdin: '', files: {}, fetch: [] },
      limits: defaultLimits,
      libs: [],
    };
    const outcomes: string[] = [];
    for await (const { outcome } of executor.execute([1, 2, 3].map((id) => ({ ...job, id: String(id) }))))
      outcomes.push(outcome);
    expect(outcomes).toEqual(['pass', 'pass', 'pass']);
    expect(await Promise.all(resting.map(async (each) => (await call(each, 'x')).stdout))).toEqual(
      Array(6).fill('1\n'),
    );
    await Promise.all(resting.map((each) => each.close()));
  });
});
