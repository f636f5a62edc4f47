import { expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import type { Execution } from '../../schema/execution.ts';
import { buildSubject } from '../testing/build-subject.ts';
import type { RunTrials, Trial } from '../witness.ts';
import { recordedPasses } from './chance.ts';

const task = buildTask('T/1');

function answer(model: string, passed: boolean) {
  return { taskId: task.id, model, passed, failures: [], solution: `# ${model}` };
}

/** Hears answers of which some trials fail. */
async function hear(isDeep: boolean, fails: (trial: Trial) => boolean) {
  const asked: Trial[] = [];
  const runTrials: RunTrials = async (trials) => {
    asked.push(...trials);
    return trials.map((trial) => ({ ...trial, execution: end(trial, fails(trial) ? 'fail' : 'pass') }));
  };
  const answers = [answer('a', false), answer('b', true), answer('c', true)];
  const conclusion = await recordedPasses.examine(buildSubject(task, { answers, isDeep }), runTrials);
  return { conclusion, asked };
}

function end({ name }: Trial, outcome: 'pass' | 'fail'): Execution {
  const facts = { stdout: '', stderr: '', tests: [], wallMs: 1, cpuMs: 1, testCpuMs: 1, memoryMb: 1 };
  return { id: name, outcome, ...facts } as unknown as Execution;
}

it('runs recorded passes elsewhere, if asked to look deeply', async () => {
  const { conclusion, asked } = await hear(true, ({ code, seed }) => code.includes('# c') && seed !== undefined);
  expect(conclusion).toMatchObject({
    strength: 'hint',
    sentence: expect.stringMatching(/^The recorded answer of c depends on the order of a set/),
    evidence: [{ trial: '1 hashes', outcome: 'fail' }],
  });
  expect(asked.some(({ code }) => code.includes('# a'))).toBe(false);
  expect(new Set(asked.map(({ name }) => name)).size).toBe(asked.length);
  expect(await hear(false, () => true)).toMatchObject({ conclusion: { strength: 'none' }, asked: [] });
});

it('says nothing of an answer that no longer passes, or passes everywhere', async () => {
  expect((await hear(true, () => true)).conclusion).toMatchObject({ strength: 'none' });
  expect((await hear(true, () => false)).conclusion).toMatchObject({ strength: 'none' });
});
