/** What a model can do in a session: the same three tools over HTTP, for NeMo-Gym and over MCP. */
import { z } from 'zod';
import { cutHiddenTests, visibleTestsOf } from '../../dataset/visible-tests.ts';
import type { Execution } from '../../schema/execution.ts';
import { buildProgram } from '../../schema/task.ts';
import type { SubmitOptions } from '../executions/execution-queue.ts';
import { parseShape } from '../http/read-request.ts';
import { engineFailed, judgeSolution, rewardOf } from '../rewards/judge-answer.ts';
import type { Services } from '../services.ts';
import { requireExecuted, submitJob } from '../submit-job.ts';
import { type Session, type SessionResult, sessionEnded } from './sessions.ts';

export interface ToolCall {
  readonly services: Services;
  readonly session: Session;
  /** Aborted when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
  /** When a submission must be answered; the job stays for the next try. */
  readonly deadlineMs?: number | undefined;
}

interface Tool<Schema extends z.ZodType = z.ZodType> {
  readonly description: string;
  readonly input: Schema;
  readonly run: (given: z.output<Schema>, call: ToolCall) => Promise<object>;
}

const longestCallS = 120;
/** Of what tests print; the interpreter has limits of its own. */
const outputKb = 16;

const codeSchema = z.strictObject({
  code: z.string().max(1_000_000).describe('Python code; the value of an expression at its end is shown.'),
  timeout_s: z.number().positive().max(longestCallS).default(30).describe('Seconds until it is interrupted.'),
});
const solutionSchema = z.strictObject({
  solution: z.string().describe('The whole program, or a text with a markdown code block that holds it.'),
});

const tool = <Schema extends z.ZodType>(given: Tool<Schema>): Tool<Schema> => given;

const runPython = tool({
  description:
    'Run Python code in an interpreter of your own, which keeps variables, imports and files between calls. No network.',
  input: codeSchema,
  async run({ code, timeout_s: timeoutS }, { services, session, signal }) {
    const { conversation, owner } = session;
    if (conversation === undefined) throw engineFailed('no interpreters here');
    const script = { stdin: '', files: {}, fetch: [] };
    const job = { id: session.id, code, test: '', script, limits: services.plainLimits, libs: session.task.libs };
    const wallMs = Math.ceil(timeoutS * 1000);
    let isKept = false;
    const run: SubmitOptions['run'] = (call, stop) => {
      isKept = conversation.isOpen;
      return conversation.run({ id: call.id, code: call.code, wallMs, signal: stop });
    };
    const submission = await submitJob(services, job, { owner, signal, isAlone: true, run });
    const execution = finish(requireExecuted(submission).execution, session);
    const { outcome, reason, stdout, stderr, wallMs: tookMs, cpuMs } = execution;
    const interpreter = conversation.isOpen ? (isKept ? 'kept' : 'new') : 'ended';
    return { outcome, reason, stdout, stderr, interpreter, wall_ms: tookMs, cpu_ms: Math.round(cpuMs) };
  },
});

const runVisibleTests = tool({
  description: 'Run the visible tests of the task on a solution, in a process of their own. May be called repeatedly.',
  input: solutionSchema,
  async run({ solution }, { services, session, signal }) {
    const { task, owner } = session;
    const read = await services.texts.readAnswer(owner, solution, task.entryPoint);
    const code = buildProgram(task, read.solution, services.rules.calibrated);
    const limits = { ...(await services.limitsOf(task)), outputKb };
    // A program can read the tests that it is run with.
    const job = { id: task.id, code, test: cutHiddenTests(task.test), limits, libs: task.libs };
    const { execution } = requireExecuted(await submitJob(services, job, { owner, signal }));
    const { outcome, reason, tests, stdout, stderr } = finish(execution, session);
    const told = tests.map(({ name, outcome: result, message }) => ({ name, outcome: result, message }));
    const passed = told.filter((test) => test.outcome === 'pass').length;
    return { outcome, reason, passed, total: visibleTestsOf(task.test).length, tests: told, stdout, stderr };
  },
});

const submit = tool({
  description: 'Hand in the final solution: all tests decide, once. The session keeps no interpreter after it.',
  input: solutionSchema,
  async run({ solution }, { services, session, signal, deadlineMs }): Promise<SessionResult> {
    if (session.result !== undefined) return session.result;
    const { task, owner } = session;
    const read = await services.texts.readAnswer(owner, solution, task.entryPoint);
    const { execution } = await judgeSolution(services, task, read.solution, { owner, signal, deadlineMs });
    // No more than that: a reason may come from a hidden test.
    const { outcome } = finish(execution, session);
    const reward = rewardOf(execution) ?? 0;
    session.result = { reward, passed: reward === 1, outcome };
    await session.conversation?.close();
    return session.result;
  },
});

export const tools = { run_python: runPython, run_visible_tests: runVisibleTests, submit } as const;

export type ToolName = keyof typeof tools;

export const toolNames = Object.keys(tools) as readonly ToolName[];

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(tools, name);
}

/** Those that this server has. */
export function toolsHere({ executor }: Pick<Services, 'executor'>): readonly ToolName[] {
  return toolNames.filter((name) => name !== 'run_python' || executor.converse !== undefined);
}

/** Carries out a call with arguments of any shape. */
export function callTool(name: ToolName, given: unknown, call: ToolCall): Promise<object> {
  const { input, run }: Tool = tools[name];
  const fitting = parseShape(given, input);
  const { session, services } = call;
  return services.sessions.take(session, () => {
    if (session.result !== undefined && name !== 'submit') throw sessionEnded();
    return run(fitting, call);
  });
}

/** Counts what a call has used; an engine fault is no result. */
function finish(execution: Execution, session: Session): Execution {
  session.cost.cpuMs += execution.cpuMs;
  if (execution.outcome !== 'engine-error') return execution;
  throw session.isOver ? sessionEnded() : engineFailed(execution.reason);
}
