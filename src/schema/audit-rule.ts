import type { Finding, Strength } from './finding.ts';

export interface TaskAudit {
  readonly taskId: string;
  readonly verdict: 'sound' | 'suspect' | 'broken';
  /** The strongest finding first. */
  readonly findings: readonly Finding[];
}

export function isAgainst({ strength }: Pick<Finding, 'strength'>): boolean {
  return strength === 'proof' || strength === 'doubt';
}

/** The share of planted faults that tests noticed, of those that change what the function returns. */
export function noticedShare({ mutants }: Pick<Finding, 'mutants'>): number | undefined {
  if (!mutants) return undefined;
  const counted = mutants.tried - mutants.unseen;
  return counted === 0 ? 1 : mutants.killed / counted;
}

const weights: Record<Strength, number> = { none: 0, unheard: 0, hint: 1, doubt: 2, proof: 4 };

/** The rule: one proof breaks a task, one doubt makes it suspect; hints only order tasks of the same verdict. */
export function judgeTask(taskId: string, findings: readonly Finding[]): TaskAudit {
  const sorted = findings.toSorted((a, b) => weights[b.strength] - weights[a.strength]);
  const [strongest] = sorted;
  const verdict = strongest?.strength === 'proof' ? 'broken' : strongest?.strength === 'doubt' ? 'suspect' : 'sound';
  return { taskId, verdict, findings: sorted };
}

/** The most doubtful task first; equal ones in the order given. */
export function rankTasks(audits: readonly TaskAudit[]): TaskAudit[] {
  const order: Record<TaskAudit['verdict'], number> = { broken: 0, suspect: 1, sound: 2 };
  const weigh = ({ findings }: TaskAudit) => findings.reduce((sum, { strength }) => sum + weights[strength], 0);
  return audits.toSorted((a, b) => order[a.verdict] - order[b.verdict] || weigh(b) - weigh(a));
}
