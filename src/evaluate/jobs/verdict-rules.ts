import type { SafetyScanner } from '../../safety/safety-scanner.ts';
import type { EvaluationRules, VerdictMode } from '../../schema/evaluation-rules.ts';
import { type Execution, emptyExecution, type UpstreamStatus, upstreamStatusOf } from '../../schema/execution.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { hashProgram } from './program.ts';

/** The original's word for an execution. */
export function projectStatus(execution: Execution, mode: VerdictMode): UpstreamStatus {
  const { outcome, tests } = execution;
  // Every test that ran passed, and the only objection is that others did not run.
  const lacksTests = outcome === 'fail' && tests.every((test) => test.outcome === 'pass' || test.outcome === 'skip');
  return mode === 'upstream' && lacksTests ? 'pass' : upstreamStatusOf[outcome];
}

interface VerdictInput extends Pick<Verdict, 'jobHash' | 'cached'> {
  readonly execution: Execution;
  readonly sample: Pick<Verdict, 'taskId' | 'index' | 'turn' | 'solution'>;
  readonly mode: VerdictMode;
}

export function buildVerdict({ execution, sample, jobHash, cached, mode }: VerdictInput): Verdict {
  const { id: _id, ...facts } = execution;
  const { taskId, index, turn, solution } = sample;
  const status = projectStatus(execution, mode);
  const which = { taskId, index, ...(turn ? { turn } : {}) };
  return { ...facts, status, ...which, solution, programHash: hashProgram(solution), jobHash, cached };
}

const keptOutput = 4096;

/** The end of a program's output is kept with its verdict. */
export function trimOutput(execution: Execution): Execution {
  const { stdout, stderr } = execution;
  return { ...execution, stdout: stdout.slice(-keptOutput), stderr: stderr.slice(-keptOutput) };
}

export const maxProgramBytes = 10 * 1024 * 1024;

/** A program too large to be an answer is not executed; that is its verdict. */
export function judgeSize(code: string): Execution | undefined {
  if (code.length <= maxProgramBytes / 4) return undefined;
  const bytes = Buffer.byteLength(code);
  if (bytes <= maxProgramBytes) return undefined;
  const megabytes = (size: number) => `${Math.round(size / 1024 / 1024)} MB`;
  return {
    ...emptyExecution(),
    id: 'too-large',
    outcome: 'error',
    reason: `the program has ${megabytes(bytes)}; the limit is ${megabytes(maxProgramBytes)}`,
    status: 'fail',
  };
}

/** What to execute, and the rules it breaks; or the execution of a program that must not run. */
type SafetyJudgement = Readonly<{ code: string; flags: readonly string[] } | { refused: Execution }>;

export type SafetySettings = Pick<EvaluationRules, 'safety' | 'safetyRules'>;

export type JudgeSafety = (code: string) => Promise<SafetyJudgement>;

/**
 * The safety scan as a rule: depending on the policy, a program runs as it is, with dangerous calls replaced, or not at
 * all (`blocked`). The scanner is loaded for the first program.
 */
export function createSafetyRule(rules: SafetySettings): JudgeSafety {
  let loading: Promise<SafetyScanner> | undefined;
  return async (code) => {
    loading ??= import('../../safety/safety-scanner.ts').then(({ createSafetyScanner }) => createSafetyScanner());
    return judgeSafety(code, rules, await loading);
  };
}

/** What the policy says of one program, by the rules that were chosen. */
export function judgeSafety(code: string, rules: SafetySettings, scanner: SafetyScanner): SafetyJudgement {
  const decision = scanner.apply(code, { policy: rules.safety, choice: rules.safetyRules });
  const flags = [...new Set(decision.findings.map(({ ruleId }) => ruleId))].sort();
  if (decision.action === 'run') return { code: decision.code, flags };
  const verdict = { id: 'blocked', outcome: 'blocked', status: upstreamStatusOf.blocked } as const;
  return { refused: { ...emptyExecution(), ...verdict, reason: `safety: ${decision.reason}`, flags } };
}
