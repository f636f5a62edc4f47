import type { VerdictMode } from '../../schema/evaluation-rules.ts';
import { type Execution, emptyExecution, type UpstreamStatus, upstreamStatusOf } from '../../schema/execution.ts';
import type { Verdict } from '../../schema/verdict.ts';

/** The original's word for an execution. */
export function projectStatus(execution: Execution, mode: VerdictMode): UpstreamStatus {
  if (mode === 'upstream' && onlyLacksTests(execution)) return 'pass';
  return upstreamStatusOf[execution.outcome];
}

/** Every test that ran passed, and what is held against the program is that others did not run. */
function onlyLacksTests({ outcome, tests }: Execution): boolean {
  return outcome === 'fail' && tests.every((test) => test.outcome === 'pass' || test.outcome === 'skip');
}

export interface VerdictInput {
  readonly execution: Execution;
  readonly sample: { readonly taskId: string; readonly index: number };
  readonly code: string;
  readonly jobHash: string;
  readonly cached: boolean;
  readonly mode: VerdictMode;
}

export function buildVerdict({ execution, sample, code, jobHash, cached, mode }: VerdictInput): Verdict {
  const { id: _id, ...facts } = execution;
  const status = projectStatus(execution, mode);
  return { ...facts, status, taskId: sample.taskId, index: sample.index, code, jobHash, cached };
}

const keptOutput = 4096;

/** Of what a program prints, the end is kept with its verdict. */
export function trimOutput(execution: Execution): Execution {
  const { stdout, stderr } = execution;
  return { ...execution, stdout: stdout.slice(-keptOutput), stderr: stderr.slice(-keptOutput) };
}

export const maxProgramBytes = 10 * 1024 * 1024;

/** A program too large to be an answer is not executed: that is its verdict. */
export function judgeSize(code: string): Execution | undefined {
  if (code.length <= maxProgramBytes / 4) return undefined;
  const bytes = Buffer.byteLength(code);
  if (bytes <= maxProgramBytes) return undefined;
  const megabytes = (size: number) => `${Math.round(size / 1024 / 1024)} MB`;
  return {
    ...emptyExecution(),
    id: 'too-large',
    outcome: 'error',
    reason: `a program of ${megabytes(bytes)}; at most ${megabytes(maxProgramBytes)} are executed`,
    status: 'fail',
  };
}
