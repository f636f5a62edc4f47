import { completeRules } from '../../schema/evaluation-rules.ts';
import type { Outcome } from '../../schema/execution.ts';
import type { GroundTruthSummary } from '../../schema/run-record.ts';
import type { RunState } from '../../store/run-state.ts';
import type { RunWriter } from '../../store/run-writer.ts';
import { openExampleRun } from '../../store/testing/example-run.ts';
import { createScriptedExecutor, type Script, type ScriptedExecutorOptions } from '../../testing/scripted-executor.ts';
import { collect } from '../../util/collect.ts';
import { type JudgeRunOptions, judgeRun } from '../judge-run.ts';
import { buildSample, buildTask } from './tasks.ts';

export const tasks = ['T/1', 'T/2', 'T/3'].map((id) => buildTask(id));
export const samples = tasks.flatMap(({ id }) => [buildSample(id, 'right', 0), buildSample(id, `wrong ${id}`, 1)]);

export const judgeByText: Script = ({ code }) =>
  code.includes('wrong')
    ? { outcome: 'fail', tests: [{ name: 'test_a', outcome: 'fail', ms: 1, message: 'AssertionError' }] }
    : {};

/** An executor that records what it was given. */
export function createCounter(script: Script = judgeByText, options: ScriptedExecutorOptions = {}) {
  const codes: string[] = [];
  const executor = createScriptedExecutor((job, signal) => {
    codes.push(job.code);
    return script(job, signal);
  }, options);
  return { executor, codes };
}

export interface SmallRun extends AsyncDisposable {
  readonly log: RunWriter;
  readonly summary: GroundTruthSummary | undefined;
  readonly outcomes: Partial<Record<Outcome, number>>;
}

/** Judges six samples for three tasks, half of them wrong, in a run that is open until disposed of. */
export async function judge(outDir: string, options: Partial<JudgeRunOptions> = {}): Promise<SmallRun> {
  const log = await openExampleRun(outDir, { tasks, name: JSON.stringify(options.rules ?? {}) });
  try {
    const summary = await judgeRun({
      log,
      samples,
      tasks,
      executor: createCounter().executor,
      rules: completeRules({ integrity: 'flags' }),
      groundTruth: { minRate: 0.99 },
      ...options,
    });
    return { log, summary, outcomes: countOutcomes(log.state), [Symbol.asyncDispose]: () => log.close() };
  } catch (error) {
    await log.close();
    throw error;
  }
}

export function countOutcomes(state: RunState): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { verdict } of state.judged) counts[verdict.outcome] = (counts[verdict.outcome] ?? 0) + 1;
  return counts;
}

/** The verdicts of a run, without what differs from time to time. */
export async function allVerdicts({ log }: SmallRun) {
  return (await collect(log.verdicts())).map(({ taskId, index, status, solution, tests }) => ({
    taskId,
    index,
    status,
    solution,
    tests,
  }));
}
