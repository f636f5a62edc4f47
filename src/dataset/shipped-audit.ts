/** What the audit that ships with this package says of the public tasks; `scripts/ship-audit.mjs` writes its file. */
import { existsSync, readFileSync } from 'node:fs';
import { usageError } from '../error/bigcodebench-error.ts';
import { judgeTask, type TaskAudit } from '../schema/audit-rule.ts';
import type { Finding, Strength, WitnessKind } from '../schema/finding.ts';

/** Tasks are given by their numbers; what found nothing is left out. */
interface AuditFile extends Omit<ShippedAudit, 'tasks'> {
  readonly kinds: Readonly<Record<string, WitnessKind>>;
  readonly tasks: Readonly<Record<string, readonly (readonly [witness: string, Strength, sentence: string])[]>>;
}

export interface ShippedAudit {
  /** The day it was made, and how. */
  readonly date: string;
  readonly command: string;
  /** The edition that was audited: `v0.1.4`, and the hash of its tasks. */
  readonly version: string;
  readonly hash: string;
  readonly tasks: ReadonlyMap<string, TaskAudit>;
}

const file = new URL('../../assets/findings/public-tasks.json', import.meta.url);
let loaded: ShippedAudit | undefined;

/** Undefined in a package that ships none. */
export function loadShippedAudit(): ShippedAudit | undefined {
  loaded ??= existsSync(file) ? parseShippedAudit(readFileSync(file, 'utf8')) : undefined;
  return loaded;
}

export function parseShippedAudit(json: string): ShippedAudit {
  // Our own file, so we know its shape.
  const { kinds, tasks, ...facts }: AuditFile = JSON.parse(json);
  const audits = Object.entries(tasks).map(([number, rows]): [string, TaskAudit] => {
    const taskId = `BigCodeBench/${number}`;
    const findings = rows.map(([witness, strength, sentence]): Finding => {
      return { taskId, witness, kind: kinds[witness] ?? 'reference', strength, sentence, evidence: [], runs: 0 };
    });
    return [taskId, judgeTask(taskId, findings)];
  });
  return { ...facts, tasks: new Map(audits) };
}

/** Which tasks count as verified, and in which edition. */
export interface VerifiedTasks {
  readonly version: string;
  readonly ids: ReadonlySet<string>;
}

/** The public tasks that nothing strong speaks against. */
export function listVerified(audit: ShippedAudit | undefined = loadShippedAudit()): VerifiedTasks | undefined {
  if (!audit) return undefined;
  const sound = [...audit.tasks.values()].filter(({ verdict }) => verdict === 'sound');
  return { version: audit.version, ids: new Set(sound.map(({ taskId }) => taskId)) };
}

/** The verified ones among these tasks. Of an edition that was not audited, there are none. */
export function pickVerified(ids: readonly string[], version: string | undefined, verified: VerifiedTasks | undefined) {
  if (!verified || (version !== undefined && version !== verified.version)) return [];
  return ids.filter((id) => verified.ids.has(id));
}

/** For whoever asks for verified tasks. */
export function requireVerified(): VerifiedTasks {
  const verified = listVerified();
  if (verified) return verified;
  throw usageError('This package ships no audit: run `bcb audit` and use --select sound@AUDIT.');
}
