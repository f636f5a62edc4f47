import { type AuditEvent, auditEventSchema, type Finding } from '../schema/finding.ts';
import { openJournal } from '../store/journal.ts';

/** What was found so far, on disk: one line for each task and witness. */
export interface AuditLog extends AsyncDisposable {
  readonly path: string;
  readonly damagedLines: number;
  find(key: string): Finding | undefined;
  /** Every finding about a task, the newest of each witness. */
  about(taskId: string): Finding[];
  add(key: string, finding: Finding): Promise<void>;
}

/** Opens or creates `audit.jsonl`. An interrupted audit goes on where it was. */
export async function openAuditLog(path: string): Promise<AuditLog> {
  const byKey = new Map<string, Finding>();
  const keep = ({ key, finding }: AuditEvent) => byKey.set(key, finding);
  const journal = await openJournal({ path, schema: auditEventSchema, onEntry: ({ event }) => keep(event) });
  return {
    path,
    damagedLines: journal.damagedLines,
    find: (key) => byKey.get(key),
    about: (taskId) => {
      const findings = [...byKey.values()].filter((finding) => finding.taskId === taskId);
      return [...new Map(findings.map((finding) => [finding.witness, finding])).values()];
    },
    async add(key, finding) {
      const event: AuditEvent = { type: 'finding', key, finding };
      await journal.append(event);
      keep(event);
    },
    [Symbol.asyncDispose]: () => journal.close(),
  };
}
