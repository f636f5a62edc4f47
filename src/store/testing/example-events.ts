import { hashProgram } from '../../evaluate/jobs/program.ts';
import { emptyExecution } from '../../schema/execution.ts';
import { type AnswerRecord, type LogEvent, type SampleKey, verdictEvent } from '../../schema/log-event.ts';
import type { Proof, TaskState } from '../../schema/proof.ts';
import type { RunConditions, RunResult } from '../../schema/run-record.ts';
import type { Verdict } from '../../schema/verdict.ts';

/** When everything in these events happened. */
export const exampleTime = '2026-01-01T00:00:00.000Z';

export const exampleConditions: RunConditions = {
  executor: 'scripted',
  isolation: 'none',
  fingerprint: 'env-1',
  engine: 'engine-1',
};

/** `T/1#0` names a sample. */
export function keyOf(name: string): SampleKey {
  const [taskId = '', index = '0'] = name.split('#');
  return { taskId, index: Number(index) };
}

export function nameOf({ taskId, index }: SampleKey): string {
  return `${taskId}#${index}`;
}

/** A verdict on this program: a pass, unless it contains `wrong`. */
export function exampleVerdict(name: string, solution: string, fields: Partial<Verdict> = {}): Verdict {
  const outcome = solution.includes('wrong') ? 'fail' : 'pass';
  return {
    ...emptyExecution(),
    ...keyOf(name),
    outcome,
    status: outcome,
    solution,
    programHash: hashProgram(solution),
    jobHash: 'job',
    cached: false,
    ...fields,
  };
}

export function exampleResult(fields: Partial<RunResult> = {}): RunResult {
  return {
    finishedAt: '2026-01-01T00:01:00.000Z',
    durationMs: 60_000,
    score: {
      tasks: 2,
      samples: 2,
      passAt1: { value: 0.5, standardError: 0.1, interval: [0, 1] },
      byK: [],
      notComputed: [],
      byDomain: [],
      byLibrary: [],
    },
    verdicts: 2,
    passed: 1,
    damagedLines: 0,
    outcomes: { pass: 1, fail: 1 },
    excluded: [],
    answers: { truncated: 0, empty: 0 },
    notes: [],
    ...fields,
  };
}

/** One event each, with what matters to the test. */
export const events = {
  started: (): LogEvent => ({ type: 'started', at: exampleTime }),
  answer: (name: string, text: string, fields: Partial<AnswerRecord> = {}): LogEvent => ({
    type: 'answer',
    answer: {
      ...keyOf(name),
      requestHash: 'request',
      text,
      finishReason: 'stop',
      latencyMs: 1,
      warnings: [],
      round: 0,
      at: exampleTime,
      ...fields,
    },
  }),
  sample: (name: string, solution: string, rawText?: string): LogEvent => ({
    type: 'sample',
    ...keyOf(name),
    programHash: hashProgram(solution),
    rawText,
  }),
  dropped: (name: string): LogEvent => ({ type: 'sample-dropped', ...keyOf(name) }),
  judging: (fields: Partial<RunConditions> = {}): LogEvent => ({
    type: 'judging',
    at: exampleTime,
    conditions: { ...exampleConditions, ...fields },
  }),
  groundTruth: (taskId: string, state: TaskState = { state: 'stable' }): LogEvent => ({
    type: 'ground-truth',
    groundTruth: { taskId, state, wallMs: 10, cpuMs: 5, testCpuMs: 1 },
    at: exampleTime,
  }),
  verdict: (name: string, solution: string, fields: Partial<Verdict> = {}): LogEvent =>
    verdictEvent(exampleVerdict(name, solution, fields)),
  confirmation: (name: string, solution: string, seed: number, status: 'pass' | 'fail' = 'pass'): LogEvent => ({
    type: 'confirmation',
    ...keyOf(name),
    programHash: hashProgram(solution),
    seed,
    outcome: status,
    status,
  }),
  drawn: (seed: string): LogEvent => ({ type: 'audit-drawn', seed }),
  proof: (name: string, solution: string, proof: Proof, cpuMs = 10): LogEvent => ({
    type: 'proof',
    ...keyOf(name),
    programHash: hashProgram(solution),
    proof,
    cpuMs,
  }),
  checked: (until: number): LogEvent => ({ type: 'environment-checked', at: '2026-01-01T00:00:30.000Z', until }),
  changed: (): LogEvent => ({ type: 'environment-changed', at: exampleTime }),
  scored: (fields: Partial<RunResult> = {}): LogEvent => ({ type: 'scored', result: exampleResult(fields) }),
};
