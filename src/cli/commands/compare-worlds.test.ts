import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { evaluateFile } from '../../evaluate/evaluate-file.ts';
import { matchSamples } from '../../evaluate/match-samples.ts';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import { completeRules } from '../../schema/evaluation-rules.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { resolveResultPaths } from '../../upstream/result-paths.ts';
import { runMain } from '../testing/run-main.ts';

const modern = 'modern-cp313-1999-01-31-0123456789ab';
const tasks = ['T/1', 'T/2', 'T/3', 'T/4'].map((id) => buildTask(id));
const says: Readonly<Record<string, string>> = {
  '': "AttributeError: module 'numpy' has no attribute 'trapezoid'",
  [modern]: "AttributeError: 'DataFrame' object has no attribute 'applymap'",
};

/** The same file in two worlds: `old` runs in the first only, `new` in the second only, `late` takes too long in the second. */
async function evaluateIn(folder: string, fingerprint: string) {
  const samplesPath = join(folder, 'm.jsonl');
  const answers = ['old', 'new', 'wrong', 'late'];
  const read = async function* () {
    for (const [at, { id }] of tasks.entries()) yield { taskId: id, index: 0, solution: `${answers[at]} = 1` };
  };
  const fails = fingerprint === modern ? ['old', 'wrong'] : ['new', 'wrong'];
  const executor = createScriptedExecutor(({ code }) => {
    if (fingerprint === modern && code.includes('late')) return { outcome: 'timeout', reason: 'wall', tests: [] };
    if (!fails.some((word) => code.includes(`${word} =`))) return {};
    const message = code.includes('wrong') ? 'AssertionError: 1 != 2' : says[fingerprint === modern ? modern : ''];
    return { outcome: 'error', tests: [{ name: 'test_a', outcome: 'error', ms: 1, message }] };
  });
  return evaluateFile({
    samplesPath,
    matched: await matchSamples({ samples: read(), tasks, missing: 'fail' }),
    reread: read,
    paths: await resolveResultPaths(samplesPath),
    model: { name: 'test:model' },
    split: 'complete',
    subset: 'small',
    taskSet: { name: 'small', version: '1', hash: 'abc', tasks },
    tasks,
    executor: { ...executor, info: { ...executor.info, fingerprint } },
    rules: completeRules({ integrity: 'flags' }),
    passK: [1],
  });
}

it('the same answers in two worlds are two runs, and their comparison names what moved', async () => {
  await using out = await createTemporaryFolder();
  const first = await evaluateIn(out.path, 'abcdef012345');
  const second = await evaluateIn(out.path, modern);
  expect(second.path).not.toBe(first.path);
  expect(first.report.notes.join()).not.toContain('failures pass in');
  expect(second.report.notes.join()).toContain('1 of 2 failures pass in the world full: `bcb compare --worlds');
  const variables = { BCB_DATA_DIR: out.path };
  const [, named = ''] = /`bcb (compare [^`]+)`/.exec(second.report.notes.join()) ?? [];
  const asSaid = await runMain(named.split(' '), { variables, cwd: dirname(out.path) });
  expect(asSaid.out).toContain('1 of 2 failures in the world modern-cp313-1999-01-31 pass in the world full');
  const compare = (...words: string[]) =>
    runMain(['compare', '--worlds', ...words, first.path, second.path], { variables, cwd: out.path });
  const document = JSON.parse((await compare('--json')).out);
  expect(document).toMatchObject({
    summary: expect.stringMatching(
      /^1 of 2 failures in the world full pass in the world modern-cp313-1999-01-31; 1 of 2/,
    ),
    samples: 3,
    only_a: 1,
    only_b: 1,
    left_out: 1,
    moved: [
      { task_id: 'T/1', passes_in: 'a', why: 'removed-api', api: 'DataFrame.applymap' },
      { task_id: 'T/2', passes_in: 'b', why: 'newer-api', api: 'numpy.trapezoid' },
    ],
  });
  const { code, out: text } = await compare();
  expect(code).toBe(0);
  expect(text).toContain('1 of 2 failures in the world full pass');
  await expect(runMain(['compare', '--worlds', first.path, second.path, first.path], { variables })).rejects.toThrow(
    'two runs',
  );
});
