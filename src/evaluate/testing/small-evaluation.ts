import { defaultRules } from '../../schema/evaluation-rules.ts';
import { createScriptedExecutor, type Script } from '../../testing/scripted-executor.ts';
import { collect } from '../../util/collect.ts';
import type { EvaluationRun } from '../evaluation-run.ts';
import { scoreEvaluation } from '../results/score-evaluation.ts';
import type { RunEvaluationOptions } from '../run-evaluation.ts';
import { buildSample, buildTask } from './tasks.ts';

export const tasks = ['T/1', 'T/2', 'T/3'].map((id) => buildTask(id));
export const samples = tasks.flatMap(({ id }) => [buildSample(id, 'right', 0), buildSample(id, `wrong ${id}`, 1)]);

export const judgeByText: Script = ({ code }) =>
  code.includes('wrong')
    ? { outcome: 'fail', tests: [{ name: 'test_a', outcome: 'fail', ms: 1, message: 'AssertionError' }] }
    : {};

/** An executor that records what it was given. */
export function createCounter(script: Script = judgeByText) {
  const codes: string[] = [];
  const executor = createScriptedExecutor((job, signal) => {
    codes.push(job.code);
    return script(job, signal);
  });
  return { executor, codes };
}

/** An evaluation of six samples for three tasks; half of them are wrong. */
export const base = (outDir: string, executor = createCounter().executor): RunEvaluationOptions => ({
  samples,
  samplesId: 'hash',
  tasks,
  executor,
  outDir,
  rules: defaultRules,
  subject: {
    model: { name: 'test:model' },
    split: 'complete',
    subset: 'small',
    taskSet: { name: 'small', version: '1', hash: 'abc', tasks },
    total: samples.length,
  },
  groundTruth: { minRate: 0.99 },
});

export const findings = (run: EvaluationRun) => ({
  score: scoreEvaluation(run, tasks, [1]),
  excluded: [],
  answers: { truncated: 0, empty: 0 },
  notes: [],
});

export const readAll = async (run: EvaluationRun) =>
  (await Promise.all(tasks.map(({ id }) => collect(run.readVerdicts(id))))).flat();

export async function allVerdicts(run: EvaluationRun) {
  return (await readAll(run)).map(({ taskId, index, status, solution, tests }) => ({
    taskId,
    index,
    status,
    solution,
    tests,
  }));
}
