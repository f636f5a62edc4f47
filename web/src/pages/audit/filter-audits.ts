import type { TaskAudit } from '../../data/use-audit.ts';

interface AuditFilter {
  readonly q?: string | undefined;
  readonly verdict?: string | undefined;
  readonly witness?: string | undefined;
}

/** The tasks that a filter leaves, in the order of the audit; a witness that found nothing does not count. */
export function filterAudits(
  tasks: readonly TaskAudit[],
  { q = '', verdict, witness }: AuditFilter,
  titleOf: (taskId: string) => string,
): TaskAudit[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return tasks.filter((audit) => {
    const sentences = audit.findings.map(({ sentence }) => sentence).join(' ');
    const text = `${audit.taskId} ${titleOf(audit.taskId)} ${sentences}`.toLowerCase();
    return (
      (verdict === undefined || audit.verdict === verdict) &&
      (witness === undefined || audit.findings.some((finding) => finding.witness === witness)) &&
      words.every((word) => text.includes(word))
    );
  });
}

/** Every witness that found something, with the number of its tasks, the busiest first. */
export function countWitnesses(tasks: readonly TaskAudit[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { findings } of tasks) {
    for (const witness of new Set(findings.map((finding) => finding.witness))) {
      counts.set(witness, (counts.get(witness) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** The finding a row shows: of the witness that is asked for, otherwise the strongest. */
export function findingOf(
  { findings }: TaskAudit,
  witness: string | undefined,
): TaskAudit['findings'][number] | undefined {
  return findings.find((finding) => finding.witness === witness) ?? findings[0];
}
