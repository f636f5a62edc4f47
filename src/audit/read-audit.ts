import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import { judgeTask, type TaskAudit } from '../schema/audit-rule.ts';
import { auditEventSchema, type Finding } from '../schema/finding.ts';
import { scanJournal } from '../store/scan-journal.ts';
import { groupBy } from '../util/group-by.ts';

/** What an audit found of each task, by `audit.jsonl` or the folder it is in. Nothing is written. */
export async function readAudit(path: string): Promise<TaskAudit[]> {
  const file = (await stat(path).catch(() => undefined))?.isDirectory() ? join(path, 'audit.jsonl') : path;
  const newest = new Map<string, Finding>();
  for await (const { event } of scanJournal({ path: file, schema: auditEventSchema })) {
    newest.set(`${event.finding.taskId} ${event.finding.witness}`, event.finding);
  }
  if (newest.size === 0) throw fileError(file, `${file} holds no audit: run \`bcb audit\` first.`);
  return [...groupBy(newest.values(), ({ taskId }) => taskId)].map(([id, findings]) => judgeTask(id, findings));
}
