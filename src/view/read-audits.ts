import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readAudit } from '../audit/audit-log.ts';
import { findOtherTask, loadShippedAudit } from '../dataset/shipped-audit.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { rankTasks, type TaskAudit } from '../schema/audit-rule.ts';
import type { Task } from '../schema/task.ts';
import type { AuditDocument } from '../schema/view/overview-document.ts';

/** A page shows a few programs of each witness; `bcb audit show` runs them all. */
const evidenceShown = 5;

/**
 * Of a task in several audits, the one in the folder that was named last counts; of these tasks that are in none, the one
 * that ships with this package.
 */
export async function readAudits(folders: readonly string[], tasks: readonly Task[] = []): Promise<AuditDocument> {
  const shipped = loadShippedAudit();
  const known = tasks.filter((task) => findOtherTask([task], shipped) === undefined);
  const audits = new Map(known.flatMap(({ id }) => shipped?.tasks.get(id) ?? []).map((audit) => [audit.taskId, audit]));
  const problems: string[] = [];
  for (const folder of folders) {
    const file = join(folder, 'audit.jsonl');
    if (!(await stat(file).catch(() => undefined))) continue;
    try {
      for (const audit of await readAudit(file)) audits.set(audit.taskId, keepFindings(audit));
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      problems.push(error.message);
    }
  }
  return { tasks: rankTasks([...audits.values()]), problems };
}

/** Without the witnesses that have nothing to say. */
function keepFindings(audit: TaskAudit): TaskAudit {
  const findings = audit.findings
    .filter(({ strength }) => strength !== 'none' && strength !== 'unheard')
    .map((finding) => ({ ...finding, evidence: finding.evidence.slice(0, evidenceShown) }));
  return { ...audit, findings };
}
