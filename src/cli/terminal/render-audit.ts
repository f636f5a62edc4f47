import { renderTable, type TextStyle } from '../../report/text-table.ts';
import { isAgainst, type TaskAudit } from '../../schema/audit-rule.ts';
import type { Finding } from '../../schema/finding.ts';

/** A line for each task that is not sound, the most doubtful first, and how many there are of each kind. */
export function renderAudits(ranked: readonly TaskAudit[], { colors, width }: TextStyle): string {
  const doubtful = ranked.filter(({ verdict }) => verdict !== 'sound');
  const rows = doubtful.map(({ taskId, verdict, findings }) => {
    const paint = verdict === 'broken' ? colors.red : colors.yellow;
    return [taskId, paint(verdict), findings[0]?.witness ?? '', findings[0]?.sentence ?? ''];
  });
  const table =
    rows.length === 0 ? '' : `${renderTable([['TASK', 'VERDICT', 'WITNESS', 'WHY'], ...rows], { width })}\n\n`;
  const by = [...countWitnesses(ranked)].map(([name, count]) => `${name} ${count}`).join(', ');
  return `${table}${ranked.length - doubtful.length} of ${ranked.length} tasks are sound${by === '' ? '' : `; against others: ${by}`}\n`;
}

function countWitnesses(audits: readonly TaskAudit[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { witness } of audits.flatMap(({ findings }) => findings.filter(isAgainst))) {
    counts.set(witness, (counts.get(witness) ?? 0) + 1);
  }
  return counts;
}

/** Everything that was found about one task. */
export function renderTaskAudit(
  { taskId, verdict, findings }: TaskAudit,
  recorded: readonly Finding[],
  colors: TextStyle['colors'],
): string {
  const lines = findings.flatMap(({ witness, strength, sentence, evidence, runs, mutants }) => {
    const found = strength === 'none' ? `nothing, in ${runs} runs` : `${strength}: ${sentence}`;
    const counts = mutants
      ? [
          `    ${mutants.tried} faults planted, ${mutants.killed} noticed, ${mutants.unseen} without effect on what is returned`,
        ]
      : [];
    const details = evidence.flatMap(({ trial, outcome, change, said }) => [
      `    ${trial}: ${outcome}${change === undefined ? '' : `; ${change}`}`,
      ...(said === undefined ? [] : [`      ${said}`]),
    ]);
    const before = recorded.find((finding) => finding.witness === witness);
    const differs = before && before.strength !== strength;
    const earlier = differs ? [colors.yellow(`    recorded otherwise: ${before.strength} ${before.sentence}`)] : [];
    return [`  ${colors.bold(witness)}  ${found}`, ...earlier, ...counts, ...details];
  });
  return `${taskId}: ${verdict}\n${lines.join('\n')}\n`;
}
