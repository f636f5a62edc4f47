/** What the audit that ships with this package says of the public tasks; `scripts/ship-audit.mjs` writes its file. */
import { existsSync, readFileSync } from 'node:fs';
import { BigCodeBenchError, usageError } from '../error/bigcodebench-error.ts';
import { judgeTask, type TaskAudit } from '../schema/audit-rule.ts';
import type { Finding, Strength, WitnessKind } from '../schema/finding.ts';
import type { Task } from '../schema/task.ts';
import { hashTasks } from './task-set.ts';

/** Tasks are given by their numbers; what found nothing is left out. */
interface AuditFile extends Omit<ShippedAudit, 'tasks'> {
  readonly tasks: Readonly<Record<string, readonly (readonly [witness: string, Strength, sentence: string])[]>>;
}

export interface ShippedAudit {
  /** The day it was made, and how. */
  readonly date: string;
  readonly command: string;
  /** The edition that was audited: `v0.1.4`, and the hash of its tasks. */
  readonly version: string;
  readonly hash: string;
  /** By name, each witness that was asked, as it was then. */
  readonly witnesses: Readonly<Record<string, { readonly kind: WitnessKind; readonly version: number }>>;
  readonly tasks: ReadonlyMap<string, TaskAudit>;
  /** By the number of a task, the beginning of its hash when it was audited. */
  readonly hashes: Readonly<Record<string, string>>;
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
  const { tasks, ...facts }: AuditFile = JSON.parse(json);
  const audits = Object.entries(tasks).map(([number, rows]): [string, TaskAudit] => {
    const taskId = `BigCodeBench/${number}`;
    const findings = rows.map(([witness, strength, sentence]): Finding => {
      return {
        taskId,
        witness,
        kind: facts.witnesses[witness]?.kind ?? 'reference',
        strength,
        sentence,
        evidence: [],
        runs: 0,
      };
    });
    return [taskId, judgeTask(taskId, findings)];
  });
  return { ...facts, tasks: new Map(audits) };
}

/** The first of these tasks that has the id of an audited one and is not the same word for word. */
export function findOtherTask(tasks: readonly Task[], audit: ShippedAudit | undefined): Task | undefined {
  return tasks.find((task) => {
    const hash = audit?.hashes[task.id.replace('BigCodeBench/', '')];
    return hash !== undefined && !hashTasks([task]).startsWith(hash);
  });
}

/** Which tasks count as verified, and in which edition. */
export type VerifiedTasks = NonNullable<ReturnType<typeof listVerified>>;

/** The public tasks that nothing strong speaks against. */
export function listVerified(audit: ShippedAudit | undefined = loadShippedAudit()) {
  if (!audit) return undefined;
  const sound = [...audit.tasks.values()].filter(({ verdict }) => verdict === 'sound');
  return { version: audit.version, ids: new Set(sound.map(({ taskId }) => taskId)) };
}

/** The verified ones among these tasks. Of an edition that was not audited, there are none. */
export function pickVerified(ids: readonly string[], version: string | undefined, verified: VerifiedTasks | undefined) {
  if (!verified || (version !== undefined && version !== verified.version)) return [];
  return ids.filter((id) => verified.ids.has(id));
}

/** For whoever asks which of these tasks are verified: of another edition, nothing is known. */
export function requireVerified(tasks: readonly Task[]): VerifiedTasks {
  const audit = loadShippedAudit();
  const verified = listVerified(audit);
  if (!verified) throw usageError('This package ships no audit: run `bcb audit` and use --select sound@AUDIT.');
  const other = findOtherTask(tasks, audit);
  if (!other) return verified;
  const hint = 'audit this edition and use --select sound@AUDIT';
  const message = `The verified tasks are those of ${verified.version}, where ${other.id} is another one: ${hint}.`;
  throw new BigCodeBenchError('DATASET', message);
}
