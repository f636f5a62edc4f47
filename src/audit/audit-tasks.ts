import type { RecordedAnswer } from '../compare/recorded-answers.ts';
import { publishedSolveRate } from '../dataset/public-tasks.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { checkGroundTruth } from '../evaluate/ground-truth/check-ground-truth.ts';
import { buildGroundTruthProgram } from '../evaluate/jobs/program.ts';
import { buildLimits } from '../evaluate/jobs/time-limit.ts';
import type { Executor } from '../executor/executor.ts';
import { judgeTask, type TaskAudit } from '../schema/audit-rule.ts';
import { defaultRules, type EvaluationRules } from '../schema/evaluation-rules.ts';
import type { Execution } from '../schema/execution.ts';
import type { Finding } from '../schema/finding.ts';
import type { GroundTruth } from '../schema/ground-truth.ts';
import type { Job } from '../schema/job.ts';
import type { Task } from '../schema/task.ts';
import type { ContentCache } from '../store/content-cache.ts';
import { loadTreeParser } from '../syntax/syntax-tree.ts';
import { Channel } from '../util/channel.ts';
import { hashValue } from '../util/hash.ts';
import type { AuditLog } from './audit-log.ts';

import { othersLike } from './others-like.ts';
import { conclude, type Step, type Subject, type Trial, type Witness } from './witness.ts';
import { witnesses as allWitnesses } from './witness-table.ts';

export interface AuditTasksOptions {
  readonly tasks: readonly Task[];
  readonly executor: Executor;
  readonly log: AuditLog;
  readonly answers?: ReadonlyMap<string, readonly RecordedAnswer[]> | undefined;
  /** How many small faults to plant in each reference solution. */
  readonly mutants?: number | undefined;
  /** Also what is rarely worth its time. */
  readonly isDeep?: boolean | undefined;
  readonly witnesses?: readonly Witness[] | undefined;
  readonly rules?: EvaluationRules | undefined;
  readonly groundTruthCache?: ContentCache<GroundTruth> | undefined;
  /** Told of each finding that was not in the log, and of each task that is done. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const attemptsPerTrial = 3;
/** A fault may loop for ever: it gets little more than the reference solution needs. */
const floorSeconds = 5;

/** Asks every witness about every task and yields each task once it is done. What the log holds is not asked again. */
export async function* auditTasks(options: AuditTasksOptions): AsyncGenerator<TaskAudit> {
  const { tasks, executor, log, rules = defaultRules, signal, witnesses = allWitnesses } = options;
  const parser = await loadTreeParser();
  const others = othersLike(tasks);
  const audit = new Audit(options, witnesses);
  const truths = checkGroundTruth({ tasks, executor, rules, cache: options.groundTruthCache, signal });
  const byId = new Map(tasks.map((task) => [task.id, task]));
  for await (const groundTruth of truths) {
    const task = byId.get(groundTruth.taskId);
    if (!task) continue;
    const { mutants = 0, isDeep = false } = options;
    const answers = options.answers?.get(task.id) ?? [];
    const solveRate = publishedSolveRate(task.id);
    const subject = {
      task,
      reference: buildGroundTruthProgram(task),
      groundTruth,
      others: others(task),
      answers,
      parser,
      mutants,
      isDeep,
      solveRate,
    };
    await audit.begin(subject);
    yield* audit.takeDone();
  }
  audit.close();
  for await (const execution of executor.execute(audit.jobs, { signal })) {
    await audit.settle(execution);
    yield* audit.takeDone();
  }
  if (audit.isIncomplete)
    throw new BigCodeBenchError('INVARIANT', `The audit in ${log.path} ended with open questions.`);
}

/** One witness that is being asked about one task. */
interface Question {
  readonly witness: Witness;
  readonly subject: Subject;
  readonly key: string;
  readonly seen: Map<string, Execution>;
  readonly waiting: Map<string, Trial>;
  attempts: number;
}

class Audit {
  readonly jobs = new Channel<Job>({
    compare: (a, b) => (a.seed ?? 0) - (b.seed ?? 0) || (b.costHintMs ?? 0) - (a.costHintMs ?? 0),
  });
  readonly #options: AuditTasksOptions;
  readonly #witnesses: readonly Witness[];
  readonly #questions = new Map<string, Question>();
  readonly #findings = new Map<string, Finding[]>();
  #done: TaskAudit[] = [];
  #open = 0;
  #isBegun = false;

  constructor(options: AuditTasksOptions, witnesses: readonly Witness[]) {
    this.#options = options;
    this.#witnesses = witnesses;
  }

  get isIncomplete(): boolean {
    return this.#open > 0;
  }

  async begin(subject: Subject): Promise<void> {
    this.#findings.set(subject.task.id, []);
    const state = subject.groundTruth.state.state;
    const passes = state === 'stable' || state === 'flaky';
    for (const witness of this.#witnesses) {
      if (!passes && !witness.needsNoReference) continue;
      const key = this.#keyOf(witness, subject);
      const known = this.#options.log.find(key);
      if (known) {
        this.#findings.get(subject.task.id)?.push(known);
        continue;
      }
      this.#open++;
      const question = { witness, subject, key, seen: new Map(), waiting: new Map(), attempts: 0 };
      this.#questions.set(key, question);
    }
    for (const question of [...this.#questions.values()]) if (question.subject === subject) await this.#ask(question);
    this.#finishTask(subject.task.id);
  }

  /** All tasks have begun. */
  close(): void {
    this.#isBegun = true;
    if (this.#open === 0) this.jobs.close();
  }

  async settle(execution: Execution): Promise<void> {
    const [key = '', name = ''] = execution.id.split(' ');
    const question = this.#questions.get(key);
    const trial = question?.waiting.get(name);
    if (!question || !trial) return;
    if (execution.outcome === 'engine-error' && ++question.attempts < attemptsPerTrial) {
      return this.jobs.push(this.#toJob(question, trial));
    }
    question.waiting.delete(name);
    if (execution.outcome === 'engine-error') {
      const fault = conclude('unheard', `The sandbox failed: ${execution.reason ?? 'no reason given'}.`);
      return this.#conclude(question, fault, true);
    }
    question.seen.set(name, execution);
    if (question.waiting.size === 0) await this.#ask(question);
  }

  takeDone(): TaskAudit[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  async #ask(question: Question): Promise<void> {
    const step = question.witness.examine(question.subject, question.seen);
    if ('conclusion' in step) return this.#conclude(question, step);
    for (const trial of step.trials) {
      question.waiting.set(trial.name, trial);
      this.jobs.push(this.#toJob(question, trial));
    }
  }

  async #conclude({ witness, subject, key, seen }: Question, step: Step, isFault = false): Promise<void> {
    if (!('conclusion' in step) || !this.#questions.delete(key)) return;
    const { name, kind } = witness;
    const { id } = subject.task;
    const finding: Finding = { taskId: id, witness: name, kind, ...step.conclusion, runs: seen.size };
    // A fault of the sandbox says nothing about the task: it is asked again next time.
    if (!isFault) await this.#options.log.add(key, finding);
    this.#options.onFinding?.(finding);
    this.#findings.get(id)?.push(finding);
    this.#open--;
    this.#finishTask(id);
    if (this.#isBegun && this.#open === 0) this.jobs.close();
  }

  #finishTask(taskId: string): void {
    const findings = this.#findings.get(taskId);
    const isOpen = [...this.#questions.values()].some(({ subject }) => subject.task.id === taskId);
    if (!findings || isOpen) return;
    this.#findings.delete(taskId);
    const order = this.#witnesses.map(({ name }) => name);
    findings.sort((a, b) => order.indexOf(a.witness) - order.indexOf(b.witness));
    this.#done.push(judgeTask(taskId, findings));
  }

  #toJob({ key, subject: { task, groundTruth } }: Question, { name, code, test, seed }: Trial): Job {
    const { rules = defaultRules } = this.#options;
    const limits = buildLimits({ rules: { ...rules, timeLimit: { kind: 'auto', floorSeconds } }, task, groundTruth });
    const costHintMs = Math.max(groundTruth.cpuMs, groundTruth.wallMs);
    return {
      id: `${key} ${name}`,
      code,
      test,
      limits,
      libs: task.libs,
      costHintMs,
      failFast: true,
      ...(seed === undefined ? {} : { seed }),
    };
  }

  /** Whatever a finding depends on: another one is looked for when any of it changes. */
  #keyOf({ name, version, kind }: Witness, { task, mutants, isDeep, answers }: Subject): string {
    const { executor } = this.#options;
    const { completePrompt, instructPrompt, canonicalSolution, test, entryPoint } = task;
    const about = [task.id, completePrompt, instructPrompt, canonicalSolution, test, entryPoint];
    const asked = {
      mutants: name === 'mutants' ? mutants : 0,
      isDeep,
      answers: kind === 'dissent' || name === 'never-failed' ? answers : [],
    };
    return hashValue([name, version, about, asked, executor.info.fingerprint, executor.info.engine ?? '']).slice(0, 32);
  }
}
