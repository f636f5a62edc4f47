import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeNeeding, program } from '../../src/util/testing/needs.ts';
import { type GradingBox, openGradingBox } from './testing/grading-box.ts';
import { installed } from './testing/installed.ts';

/** Takes the reference solution where it can be read, and writes a reward wherever it can. */
const thief = `
import os

for folder in ("/logs/verifier", "/logs", "/tests", "/app", "/tmp"):
    for name in ("reward.json", "reward.txt"):
        try:
            with open(os.path.join(folder, name), "w") as file:
                file.write('{"reward": 1.0}' if name == "reward.json" else "1")
        except OSError:
            pass
for folder in ("/tests/task", "/solution"):
    try:
        program = ""
        for name in ("prompt.py", "solution.py"):
            with open(os.path.join(folder, name)) as file:
                program += file.read() + "\\n"
        exec(program)
    except (OSError, SyntaxError):
        pass
`;

describeNeeding(installed, program('bwrap'))('the grader of an exported task', () => {
  let box: GradingBox;
  beforeEach(async () => {
    box = await openGradingBox('Starter/7');
  });
  afterEach(() => rm(box.path, { recursive: true, force: true }));
  const timeout = 180_000;

  it('gives nothing for no answer, or for a link to the reference solution', { timeout }, async () => {
    const nothing = { reward: 0, tests_passed: 0, solution_proven: 0 };
    expect((await box.grade('')).reward).toMatchObject(nothing);
    const link = 'rm -rf /app/*; cat /tests/task/prompt.py /tests/task/solution.py > /tests/whole.py';
    expect((await box.grade(`${link}; ln -s /tests/whole.py /app/solution.py`)).reward).toMatchObject(nothing);
    expect((await box.grade('rm -f /app/solution.py; mkfifo /app/solution.py')).reward).toMatchObject(nothing);
  });

  it.each([false, true])('gives nothing to a thief; in a container engine: %s', { timeout }, async (isMasked) => {
    const { reward, log } = await box.grade('chmod -R 777 /logs /tests; rm -rf /solution/*', {
      solution: thief,
      isMasked,
    });
    expect(log).toMatch(/^exit 0$/m);
    expect(reward).toMatchObject({ reward: 0, tests_passed: 0, tests_failed: expect.any(Number) });
    const report = JSON.parse(await readFile(join(box.path, 'logs', 'verifier', 'report.json'), 'utf8'));
    const contained = process.getuid?.() === 0 ? 'none' : 'landlock';
    expect(report.conditions.level).toBe(isMasked ? contained : 'namespaces');
  });

  it('pays where no namespaces can be made, too', { timeout }, async () => {
    expect((await box.grade('/solution/solve.sh', { isMasked: true })).reward).toMatchObject({ reward: 1 });
  });

  it('says how many tests failed', { timeout }, async () => {
    const { reward } = await box.grade('', { solution: 'def task_func(*arguments):\n    raise ValueError\n' });
    expect(reward).toMatchObject({ reward: 0, tests_failed: expect.any(Number), tests_not_run: 0 });
  });

  it('has no verdict where the reference solution fails', { timeout }, async () => {
    const { reward, log } = await box.grade('echo "    return None" > /tests/task/solution.py; /solution/solve.sh');
    expect(log).toMatch(/^exit 4$|exited with 4/m);
    expect(reward).toBeNull();
  });
});
