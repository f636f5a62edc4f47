/** Ctrl-C, and what `kill` and schedulers send: the real command ends by itself and leaves nothing behind. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { listDescendants, waitUntilGone } from '../../src/executor/local/testing/process-tree.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, installed } from './testing/installed.ts';

const test = 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        task_func()\n';
const quick = { id: 'quick', code: 'def task_func():\n    pass\n', test };
const endless = { id: 'endless', code: 'def task_func():\n    while True:\n        pass\n', test };

describeNeeding(installed)('a command that is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s says so, and no program of it goes on', async (signal) => {
    const child = spawn(process.execPath, [bin, 'exec', '--parallel', '2'], { stdio: ['pipe', 'pipe', 'pipe'] });
    let complaints = '';
    child.stderr.on('data', (piece) => (complaints += piece));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    child.stdin.write(`${JSON.stringify(endless)}\n${JSON.stringify(quick)}\n`);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    // The quick one came second and is done: the endless one is under way.
    expect(JSON.parse((await lines.next()).value)).toMatchObject({ id: 'quick', outcome: 'pass' });
    const below = listDescendants(child.pid ?? 0);
    expect(below.length).toBeGreaterThan(0);
    child.kill(signal);
    expect(await ended).toBe(130);
    expect(complaints).toContain(`Interrupted by ${signal}. Finished work is saved`);
    expect(await waitUntilGone(below)).toEqual([]);
  });
});
