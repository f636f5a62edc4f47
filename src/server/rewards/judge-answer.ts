/** From a model's answer to a reward: take the code out, execute it, and say what the verdict is worth. */
import { z } from 'zod';
import { separateOrderOf } from '../../evaluate/proof/reference-proofs.ts';
import type { Execution, Limits } from '../../schema/execution.ts';
import { buildProgram, type Task } from '../../schema/task.ts';
import type { SubmitOptions } from '../executions/execution-queue.ts';
import { RequestFault } from '../http/request-fault.ts';
import { createDeadline, withinDeadline } from '../http/within.ts';
import type { Services } from '../services.ts';
import { requireExecuted, requireSmall, submitJob } from '../submit-job.ts';

/** SandboxFusion's SDK and NeMo-Gym wait forever; proxies in between do not. */
export const patientMs = 280_000;

/**
 * The deadline is always before the client gives up: a timely 504 is retried and joins the job, while most clients count a
 * connection they give up on as a failed sample.
 */
interface JudgeOptions extends Pick<SubmitOptions, 'owner' | 'signal' | 'deadlineMs'> {
  readonly calibrated?: boolean | undefined;
  /** Seconds that the solution may run, instead of the task's limit. */
  readonly runS?: number | undefined;
  /** Stop after the first test that fails. */
  readonly failFast?: boolean | undefined;
}

/** What judging needs of a task: one of the catalog, or one that a caller brings along. */
export type JudgedTask = Pick<Task, 'id' | 'codePrompt' | 'test' | 'libs'>;

/** Executes a solution of a task as a `program` and proves its pass. An engine fault is not a judgement: the caller is told to retry. */
export async function judgeSolution(services: Services, task: JudgedTask, solution: string, options: JudgeOptions) {
  const { calibrated = services.rules.calibrated, runS, failFast, deadlineMs = patientMs, ...caller } = options;
  requireSmall({ test: task.test, separate: { prompt: task.codePrompt, entryPoint: '' } });
  const program = buildProgram(task, solution, calibrated);
  const leftMs = createDeadline(deadlineMs);
  // The reference solution of a task may have to be measured first, which takes as long as it takes.
  const limits = await withinDeadline({ ...caller, deadlineMs }, () => limitsFor(services, task, runS));
  const separate = separateOrderOf(task);
  const job = { id: task.id, code: program, test: task.test, separate, failFast, limits, libs: task.libs };
  const executed = requireExecuted(await submitJob(services, job, { ...caller, isProven: true, deadlineMs: leftMs() }));
  if (executed.execution.outcome === 'engine-error') throw engineFailed(executed.execution.reason);
  return { ...executed, program };
}

/** Not the sample's fault: 504 is the one status that every trainer asks again for. */
export function engineFailed(reason: string | undefined): RequestFault {
  return new RequestFault(504, `The sandbox failed (${reason ?? 'no reason given'}): ask again.`);
}

async function limitsFor(services: Services, task: JudgedTask, runS: number | undefined): Promise<Limits> {
  const known = services.catalog.get(task.id);
  // No time is known for a task that the caller supplies.
  const limits = known?.test === task.test ? await services.limitsOf(known) : services.plainLimits;
  if (runS === undefined) return limits;
  const ms = Math.min(Math.ceil(runS * 1000), services.maxLimits.wallMs);
  return { ...limits, wallMs: ms, cpuMs: ms };
}

const flag = z.union([z.boolean(), z.stringbool()]).default(false);

/** What a verdict is worth. */
export const rewardRuleSchema = z.object({
  reward: z
    .enum(['binary', 'shaped'])
    .default('binary')
    .describe('`binary`: 1 for a pass; `shaped`: the share of tests that pass.'),
  tampered: z
    .union([z.literal(0), z.literal(-1)])
    .default(0)
    .describe('What is given for a program that interfered with its judge.'),
  unprovable: flag.describe(
    'Whether a pass is paid that the separate judge cannot judge here: about two tasks in a hundred.',
  ),
  fail_fast: flag.describe('Stop after the first test that fails: the same binary reward for less CPU.'),
});

type RewardRule = z.infer<typeof rewardRuleSchema>;

const usualRule = rewardRuleSchema.parse({});

/** The same from a query, where everything is text. */
export function parseRewardRule(query: Readonly<Record<string, string>>): RewardRule {
  const { reward, tampered, unprovable, fail_fast } = query;
  const parsed = rewardRuleSchema.safeParse({ reward, tampered: tampered && Number(tampered), unprovable, fail_fast });
  return refuseShares(parsed.data ?? usualRule);
}

/** The rule, unless it asks for a share of tests that are not run. */
export function refuseShares<Rule extends RewardRule>(rule: Rule): Rule {
  if (!rule.fail_fast || rule.reward === 'binary') return rule;
  throw new RequestFault(422, 'A shaped reward needs all tests: leave out fail_fast, or ask for a binary one.');
}

/** Undefined if nothing was judged, which is not the same as 0. */
export function rewardOf({ outcome, tests, proof }: Execution, rule = usualRule): number | undefined {
  if (outcome === 'engine-error') return undefined;
  if (outcome === 'tampered') return rule.tampered;
  const isPaid = proof?.state === 'proven' || (proof?.state === 'unprovable' && rule.unprovable);
  if (outcome === 'pass') return isPaid ? 1 : 0;
  if (rule.reward === 'binary' || tests.length === 0) return 0;
  const share = tests.filter((test) => test.outcome === 'pass').length / tests.length;
  // Every test that ran may have passed and the program still have failed, by a timeout or a missing test.
  return Math.min(share, 1 - 1 / (tests.length + 1));
}
