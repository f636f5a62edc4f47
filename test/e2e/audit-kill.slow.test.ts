/** The real command in the real sandbox, killed and started again. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, installed, root } from './testing/installed.ts';

const words = ['audit', '--subset', 'starter', '--select', '1,3,7,12', '--mutants', '3', '--json', '--quiet'];
/** How much longer the file of findings gets before each kill. */
const growths = [1, 4, 9];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-audit-kill-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Of the findings; other lines have none. */
async function readKeys(out: string): Promise<string[]> {
  const text = await readFile(join(folder, out, 'audit.jsonl'), 'utf8').catch(() => '');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter(Boolean).flatMap((line) => JSON.parse(line).key ?? []);
}

/** Runs the command; with `killAt`, until it has found so much. */
async function audit(out: string, killAt = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [bin, ...words, '--out', join(folder, out)], {
    cwd: root,
    env: { ...process.env, BCB_CACHE_DIR: join(folder, `${out}-cache`) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece) => (output += piece));
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.on('close', (code, signal) => resolve(signal ?? code)),
  );
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  while (!isOver && (await readKeys(out)).length < killAt) await sleep(20);
  if (!isOver) child.kill('SIGKILL');
  return { end: await ended, output };
}

/** What was found, without the moment and the place. */
function readDocument(output: string) {
  const { date: _, path: __, ...document } = JSON.parse(output);
  return document;
}

describeNeeding(installed)('bcb audit', () => {
  it('is killed and finds what it would have found, asking nothing twice', async () => {
    const undisturbed = await audit('undisturbed');
    expect(undisturbed.end).toBe(0);
    for (const growth of growths) {
      const { end } = await audit('disturbed', (await readKeys('disturbed')).length + growth);
      expect(end).toBe('SIGKILL');
    }
    const kept = await readKeys('disturbed');
    const last = await audit('disturbed');
    expect(readDocument(last.output)).toEqual(readDocument(undisturbed.output));
    const keys = await readKeys('disturbed');
    expect(keys.slice(0, kept.length)).toEqual(kept);
    expect(new Set(keys).size).toBe(keys.length);
    expect([...keys].sort()).toEqual((await readKeys('undisturbed')).sort());
  }, 900_000);
});
