import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileError } from '../error/bigcodebench-error.ts';
import { judgeTask, type TaskAudit } from '../schema/audit-rule.ts';
import { type AuditEvent, auditEventSchema, type Finding, type TaskAudited } from '../schema/finding.ts';
import { openJournal } from '../store/journal.ts';
import { scanJournal } from '../store/scan-journal.ts';

export type AuditLog = Awaited<ReturnType<typeof openAuditLog>>;

/** `audit.jsonl`: what was found so far, one line for each task and witness. An interrupted audit goes on where it was. */
export async function openAuditLog(path: string) {
  const record = createRecord();
  const journal = await openJournal({ path, schema: auditEventSchema, onEntry: ({ event }) => record.keep(event) });
  const add = async (event: AuditEvent) => {
    await journal.append(event);
    record.keep(event);
  };
  return {
    path,
    damagedLines: journal.damagedLines,
    find: record.find,
    about: record.about,
    requestOf: (taskId: string) => record.audited.get(taskId)?.request,
    add: (key: string, finding: Finding) => add({ type: 'finding', key, finding }),
    /** These findings are all that count about a task from now on. */
    async finish(audited: Omit<TaskAudited, 'type'>): Promise<void> {
      const event = { type: 'audited' as const, ...audited };
      if (!isDeepStrictEqual(event, record.audited.get(audited.taskId))) await add(event);
    },
    [Symbol.asyncDispose]: () => journal.close(),
  };
}

/** What an audit found of each task that it finished, by `audit.jsonl` or the folder it is in. Nothing is written. */
export async function readAudit(path: string): Promise<TaskAudit[]> {
  const file = (await stat(path).catch(() => undefined))?.isDirectory() ? join(path, 'audit.jsonl') : path;
  const record = createRecord();
  for await (const { event } of scanJournal({ path: file, schema: auditEventSchema })) record.keep(event);
  if (record.audited.size === 0) throw fileError(file, `${file} holds no audit: run \`bcb audit\` first.`);
  return [...record.audited.keys()].map((id) => judgeTask(id, record.about(id)));
}

/** What the lines of a log say together. */
function createRecord() {
  const findings = new Map<string, Finding>();
  const audited = new Map<string, TaskAudited>();
  const find = (key: string) => findings.get(key);
  return {
    audited,
    find,
    /** What the last audit that finished the task heard of it. */
    about: (taskId: string) => audited.get(taskId)?.keys.flatMap((key) => find(key) ?? []) ?? [],
    keep(event: AuditEvent): void {
      if (event.type === 'finding') findings.set(event.key, event.finding);
      else audited.set(event.taskId, event);
    },
  };
}
