import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import { judgeTask, type TaskAudit } from '../schema/audit-rule.ts';
import { type AuditEvent, auditEventSchema, type Finding } from '../schema/finding.ts';
import { openJournal } from '../store/journal.ts';
import { scanJournal } from '../store/scan-journal.ts';
import { groupBy } from '../util/group-by.ts';

export type AuditLog = Awaited<ReturnType<typeof openAuditLog>>;

/** `audit.jsonl`: what was found so far, one line for each task and witness. An interrupted audit goes on where it was. */
export async function openAuditLog(path: string) {
  const byKey = new Map<string, Finding>();
  const keep = ({ key, finding }: AuditEvent) => byKey.set(key, finding);
  const journal = await openJournal({ path, schema: auditEventSchema, onEntry: ({ event }) => keep(event) });
  return {
    path,
    damagedLines: journal.damagedLines,
    find: (key: string) => byKey.get(key),
    /** Every finding about a task, the newest of each witness. */
    about(taskId: string): Finding[] {
      const findings = [...byKey.values()].filter((finding) => finding.taskId === taskId);
      return [...new Map(findings.map((finding) => [finding.witness, finding])).values()];
    },
    async add(key: string, finding: Finding): Promise<void> {
      const event: AuditEvent = { type: 'finding', key, finding };
      await journal.append(event);
      keep(event);
    },
    [Symbol.asyncDispose]: () => journal.close(),
  };
}

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
