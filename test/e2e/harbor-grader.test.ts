import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeNeeding, program } from '../../src/util/testing/needs.ts';
import { type GradingBox, openGradingBox } from './testing/grading-box.ts';
import { installed } from './testing/installed.ts';

describeNeeding(installed, program('bwrap'))('the grader of an exported task', () => {
  let box: GradingBox;
  beforeAll(async () => {
    box = await openGradingBox('Starter/7');
  });
  afterAll(() => rm(box.path, { recursive: true, force: true }));

  it('pays for the reference solution', { timeout: 120_000 }, async () => {
    const { reward, log } = await box.grade('/solution/solve.sh');
    expect(log).toMatch(/^exit 0$/m);
    expect(reward).toEqual({
      reward: 1,
      tests_passed: expect.any(Number),
      tests_failed: 0,
      tests_not_run: 0,
      solution_proven: 1,
    });
  });

  it('that fails leaves no reward, not even an earlier one', async () => {
    await writeFile(join(box.path, 'logs', 'verifier', 'reward.json'), '{"reward": 1}');
    const { reward, log } = await box.grade('export PATH=/usr/bin:/bin');
    expect(log).toMatch(/^exit [1-9]/m);
    expect(reward).toBeNull();
  });
});
