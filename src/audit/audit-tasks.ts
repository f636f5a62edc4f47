import type { RecordedAnswer } from '../compare/recorded-answers.ts';
import { publishedSolveRate } from '../dataset/public-tasks.ts';
import { checkGroundTruth } from '../evaluate/ground-truth/check-ground-truth.ts';
import { buildGroundTruthProgram } from '../evaluate/jobs/program.ts';
import { buildLimits } from '../evaluate/jobs/time-limit.ts';
import type { Executor } from '../executor/executor.ts';
import { judgeTask, type TaskAudit } from '../schema/audit-rule.ts';
import { completeRules, type EvaluationRules } from '../schema/evaluation-rules.ts';
import { completeLimits, type Execution, type Job, type Limits } from '../schema/execution.ts';
import type { Finding, TaskAudited } from '../schema/finding.ts';
import type { Optional } from '../schema/optional.ts';
import type { GroundTruth } from '../schema/proof.ts';
import type { Task } from '../schema/task.ts';
import type { ContentCache } from '../store/content-cache.ts';
import { loadTreeParser } from '../syntax/syntax-tree.ts';
import { Channel } from '../util/channel.ts';
import { groupBy } from '../util/group-by.ts';
import { hashValue } from '../util/hash.ts';
import type { AuditLog } from './audit-log.ts';
import { conclude, type RunTrials, type Subject, type Trial, type Witness } from './witness.ts';
import { witnesses as allWitnesses } from './witness-table.ts';

export interface AuditTasksOptions {
  readonly tasks: readonly Task[];
  readonly executor: Executor;
  /** Without one, everything is asked again. */
  readonly log?: AuditLog | undefined;
  readonly answers?: ReadonlyMap<string, readonly RecordedAnswer[]> | undefined;
  /** Where these answers come from, for the log. */
  readonly runs?: TaskAudited['request']['runs'] | undefined;
  /** How many small faults to plant in each reference solution. */
  readonly mutants?: number | undefined;
  /** Also what is rarely worth its time. */
  readonly isDeep?: boolean | undefined;
  readonly witnesses?: readonly Witness[] | undefined;
  readonly groundTruthCache?: ContentCache<GroundTruth> | undefined;
  /** Of a pack that needs other ones; how long a program may take follows from its reference solution. */
  readonly limits?: Optional<Limits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

const attemptsPerTrial = 3;
const floorSeconds = 5;
/** Many planted faults loop for ever, and each would cost its whole limit: they get little more than the reference. */
const loop = { floorMs: 1000, factor: 3, wallPerCpu: 3 };

/** Asks every witness about every task and yields each task once it is done. What the log holds is not asked again. */
export async function* auditTasks(options: AuditTasksOptions): AsyncGenerator<TaskAudit> {
  const { tasks, executor, log, signal, mutants = 0, isDeep = false, runs = [], witnesses = allWitnesses } = options;
  const rules = completeRules({
    timeLimit: { kind: 'auto', floorSeconds },
    limits: completeLimits(options.limits ?? {}),
  });
  const parser = await loadTreeParser();
  const bySignature = groupBy(tasks, signatureOf);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const trials = createTrialQueue(rules);
  const auditing: Promise<void>[] = [];
  const done: TaskAudit[] = [];
  const truths = checkGroundTruth({ tasks, executor, rules, cache: options.groundTruthCache, signal });
  for await (const groundTruth of truths) {
    const task = byId.get(groundTruth.taskId);
    if (!task) continue;
    const subject: Subject = {
      task,
      reference: buildGroundTruthProgram(task),
      groundTruth,
      others: bySignature.get(signatureOf(task))?.filter(({ id }) => id !== task.id) ?? [],
      answers: options.answers?.get(task.id) ?? [],
      parser,
      mutants,
      isDeep,
      solveRate: publishedSolveRate(task.id),
    };
    const passes = groundTruth.state.state === 'stable' || groundTruth.state.state === 'flaky';
    const asked = witnesses.filter(({ needsNoReference }) => passes || needsNoReference);
    const audit = async () => {
      const keys = asked.map((witness) => keyOf(witness, subject, options));
      const hearOne = (witness: Witness, at: number) => hear(witness, keys[at] ?? '', subject, trials, log);
      const findings = await Promise.all(asked.map(hearOne));
      await log?.finish({ taskId: task.id, keys, request: { mutants, deep: isDeep, runs: [...runs] } });
      done.push(judgeTask(task.id, findings));
    };
    auditing.push(audit().catch((error: unknown) => trials.jobs.fail(error)));
    yield* done.splice(0);
  }
  Promise.all(auditing).then(() => trials.jobs.close());
  for await (const execution of executor.execute(trials.jobs, { signal })) {
    trials.settle(execution);
    yield* done.splice(0);
  }
  yield* done.splice(0);
}

/** The sandbox failed, which says nothing about the task. */
class SandboxFault extends Error {}

type TrialQueue = ReturnType<typeof createTrialQueue>;

async function hear(witness: Witness, key: string, subject: Subject, trials: TrialQueue, log: AuditLog | undefined) {
  const known = log?.find(key);
  if (known) return known;
  let runs = 0;
  const runTrials: RunTrials = async (asked) => {
    runs += asked.length;
    const run = async <Asked extends Trial>(one: Asked) => ({ ...one, execution: await trials.run(key, one, subject) });
    const ended = await Promise.all(asked.map(run));
    const failed = ended.find(({ execution }) => execution.outcome === 'engine-error');
    if (failed) throw new SandboxFault(failed.execution.reason ?? 'no reason given');
    return ended;
  };
  let isFault = false;
  const conclusion = await Promise.resolve(witness.examine(subject, runTrials)).catch((error: unknown) => {
    if (!(error instanceof SandboxFault)) throw error;
    isFault = true;
    return conclude('unheard', `The sandbox failed: ${error.message}.`);
  });
  const { name, kind } = witness;
  const finding: Finding = { taskId: subject.task.id, witness: name, kind, ...conclusion, runs };
  // What a fault left unheard is asked again next time.
  if (!isFault) await log?.add(key, finding);
  return finding;
}

/** Trials on their way to the executor: each settles with its execution, if need be that of a later attempt. */
function createTrialQueue(rules: EvaluationRules) {
  const compare = (a: Job, b: Job) => (a.seed ?? 0) - (b.seed ?? 0) || (b.costHintMs ?? 0) - (a.costHintMs ?? 0);
  const jobs = new Channel<Job>({ compare });
  const waiting = new Map<string, (execution: Execution) => void>();
  return {
    jobs,
    run: (key: string, trial: Trial, subject: Subject) => {
      const { task, groundTruth } = subject;
      const { name, code, test, seed } = trial;
      const job: Job = {
        id: `${key} ${name}`,
        code,
        test,
        seed,
        libs: task.libs,
        failFast: true,
        limits: limitTrial(trial, rules, subject),
        costHintMs: Math.max(groundTruth.cpuMs, groundTruth.wallMs),
      };
      jobs.push(job);
      return new Promise<Execution>((resolve) => {
        let attempts = 1;
        waiting.set(job.id, (execution) => {
          if (execution.outcome === 'engine-error' && attempts++ < attemptsPerTrial) return jobs.push(job);
          waiting.delete(job.id);
          resolve(execution);
        });
      });
    },
    settle: (execution: Execution) => waiting.get(execution.id)?.(execution),
  };
}

function limitTrial({ mayLoop }: Trial, rules: EvaluationRules, { task, groundTruth }: Subject): Limits {
  const limits = buildLimits({ rules, task, groundTruth });
  if (!mayLoop) return limits;
  const cpuMs = Math.min(limits.cpuMs, Math.max(loop.floorMs, Math.ceil(loop.factor * groundTruth.cpuMs)));
  return { ...limits, cpuMs, wallMs: Math.min(limits.wallMs, loop.wallPerCpu * cpuMs + 2 * groundTruth.wallMs) };
}

/** Whatever a finding depends on: another one is looked for when any of it changes. */
function keyOf({ name, version }: Witness, subject: Subject, { executor: { info }, limits }: AuditTasksOptions) {
  const { task, mutants, isDeep, answers } = subject;
  const { completePrompt, instructPrompt, canonicalSolution, test, entryPoint } = task;
  const about = [task.id, completePrompt, instructPrompt, canonicalSolution, test, entryPoint];
  const asked = {
    mutants: name === 'mutants' ? mutants : 0,
    isDeep,
    ...limits,
    answers: /^(?:dissent|never-failed|recorded-passes)$/.test(name) ? answers : [],
  };
  return hashValue([name, version, about, asked, info.fingerprint, info.engine ?? '']).slice(0, 32);
}

/** The parameters of a task's function, as they are written. */
function signatureOf({ codePrompt, entryPoint }: Task): string {
  const at = codePrompt.lastIndexOf(`def ${entryPoint}(`);
  const plain = at < 0 ? '' : codePrompt.slice(at).replaceAll(/\s+/g, '');
  return plain.replaceAll(/=[^,)]*/g, '').replaceAll(/:[^,)=]*/g, '');
}
