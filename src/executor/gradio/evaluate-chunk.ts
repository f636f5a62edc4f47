import { type Execution, emptyExecution, engineError } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { EvalEntry } from '../../upstream/eval-results.ts';
import { gradioOutputSchema } from '../../upstream/gradio-wire.ts';
import { groupBy } from '../../util/group-by.ts';
import { GradioFault } from './gradio-http.ts';
import { type PredictOptions, predict } from './predict.ts';

/** A job and the task whose tests it carries: the server has tests of its own and is told the task alone. */
export interface TaskJob {
  readonly job: Job;
  readonly taskId: string;
}

export interface EvaluateChunkOptions extends Omit<PredictOptions, 'samples' | 'values'> {
  readonly jobs: readonly TaskJob[];
}

/**
 * Has a server evaluate some programs and gives their executions, in the order of the jobs. Programs are sent as they
 * are (`calibrated` off), and the server must send each back as it was: that is how results find their jobs, and how a
 * server that changes programs is found out.
 */
export async function evaluateChunk({ jobs, ...options }: EvaluateChunkOptions): Promise<readonly Execution[]> {
  const lines = jobs.map(({ job, taskId }) => `${JSON.stringify({ task_id: taskId, solution: job.code })}\n`);
  const ids = [...new Set(jobs.map(({ taskId }) => taskId.replace(/^BigCodeBench\//, '')))];
  const outputs = await predict({ ...options, samples: lines.join(''), values: buildValues(ids) });
  const parsed = gradioOutputSchema.safeParse(outputs);
  if (!parsed.success) {
    throw new GradioFault('not-gradio', `${options.app.api} returned something else than evaluation results`);
  }
  const [results] = parsed.data;
  const executions = new Map<Job, Execution>();
  for (const [taskId, group] of groupBy(jobs, (each) => each.taskId)) {
    const entries = results.eval[taskId] ?? [];
    group.forEach(({ job }, index) => {
      executions.set(job, readEntry(job, entries[index]));
    });
  }
  return jobs.map(({ job }) => executions.get(job) ?? engineError(job.id, 'the server left it out'));
}

/** Ground truth is ours to check, by programs like any other. */
function buildValues(ids: readonly string[]): PredictOptions['values'] {
  return {
    split: 'complete',
    subset: 'full',
    pass_k: '1',
    parallel: -1,
    calibrated: false,
    check_gt_only: false,
    no_gt: true,
    selective_evaluate: ids.join(','),
  };
}

function readEntry(job: Job, entry: EvalEntry | undefined): Execution {
  if (entry === undefined) return engineError(job.id, 'the server left it out');
  if (entry.solution !== job.code) return engineError(job.id, 'the server returned another program than it was sent');
  const { status, details } = entry;
  const { ALL: ended, ...failing } = details;
  // `ALL` is what ended a program before its tests did.
  const outcome = status === 'fail' && ended !== undefined ? 'error' : status;
  return {
    ...emptyExecution(),
    id: job.id,
    outcome,
    status,
    reason: status === 'pass' ? undefined : ended?.trimEnd().split('\n').at(-1),
    tests: Object.entries(failing).map(([name, message]) => ({
      name,
      outcome: /^AssertionError\b/m.test(message) ? 'fail' : 'error',
      ms: 0,
      message,
    })),
  };
}
