/** The starter tasks are what they promise: nothing speaks against them, and their tests notice planted faults. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditDocumentSchema } from '../../src/audit/audit-document.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, installed, root } from './testing/installed.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-starter-audit-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeNeeding(installed)('bcb audit --subset starter', () => {
  it('finds every task sound, and at least 85% of the faults planted in each noticed', async () => {
    const words = ['audit', '--subset', 'starter', '--mutants', '20', '--json', '--quiet', '--out', folder];
    const env = { ...process.env, BCB_CACHE_DIR: join(folder, 'cache') };
    const { stdout } = await promisify(execFile)(process.execPath, [bin, ...words], { cwd: root, env, maxBuffer: 1e9 });
    const { tasks } = auditDocumentSchema.parse(JSON.parse(stdout));
    const doubted = tasks
      .filter(({ verdict }) => verdict !== 'sound')
      .map(({ task_id, witnesses }) => [task_id, witnesses]);
    expect(doubted).toEqual([]);
    const shares = tasks.map(({ task_id, mutants: { killed = 0, survived = 0 } = {} }) => {
      return [task_id, killed / (killed + survived)] as const;
    });
    expect(shares).toHaveLength(50);
    expect(shares.filter(([, share]) => !(share >= 0.85))).toEqual([]);
  }, 1_800_000);
});
