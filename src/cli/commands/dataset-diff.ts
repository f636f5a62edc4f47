import { type ChangedTask, diffEditions } from '../../dataset/diff-editions.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { isAgainst, type TaskAudit } from '../../schema/audit-rule.ts';
import { type CommandContext, loadTasksFor } from '../command.ts';
import { auditWith } from './audit.ts';

/** `bcb dataset diff A B`: what edition B changes, field by field; with --audit also what speaks against which one. */
export async function runDiff(context: CommandContext, words: readonly string[]): Promise<void> {
  const [a, b, ...more] = words;
  if (a === undefined || b === undefined || more.length > 0) {
    throw usageError('diff needs two editions: `bcb dataset diff v0.1.4 mended.jsonl`.');
  }
  const load = (datasetVersion: string) =>
    loadTasksFor({ ...context, options: { ...context.options, datasetVersion } });
  const [one, two] = [await load(a), await load(b)];
  const diff = diffEditions(one.tasks, two.tasks);
  const ids = new Set(diff.changed.map(({ taskId }) => taskId));
  const take = ({ taskSet, tasks }: Loaded) => ({ taskSet, tasks: tasks.filter(({ id }) => ids.has(id)) });
  const isAudited = context.options.auditChanges && ids.size > 0;
  const audits = isAudited ? await compareAudits(context, take(one), take(two)) : undefined;
  const describe = ({ taskSet: { name, version, hash }, tasks }: Loaded) => {
    return { name, version, hash, tasks: tasks.length };
  };
  const changed = diff.changed.map((change) => ({ ...change, audit: audits?.get(change.taskId) }));
  const sentence = `${changed.length} of ${one.tasks.length} tasks differ; ${diff.onlyA.length} only in A, ${diff.onlyB.length} only in B\n`;
  const text = changed.map((change) => renderChange(change, context)).join('');
  context.print({ a: describe(one), b: describe(two), ...diff, changed }, `${text}${sentence}`);
}

type Loaded = Awaited<ReturnType<typeof loadTasksFor>>;

/** Asks every witness about both editions of these tasks. */
async function compareAudits(context: CommandContext, a: Loaded, b: Loaded) {
  const before = await auditWith(context, a);
  const after = new Map((await auditWith(context, b)).map((audit) => [audit.taskId, audit]));
  return new Map(
    before.flatMap((audit): [string, AuditChange][] => {
      const other = after.get(audit.taskId);
      if (!other) return [];
      const verdicts = { before: audit.verdict, after: other.verdict };
      return [[audit.taskId, { ...verdicts, gone: missingIn(other, audit), new: missingIn(audit, other) }]];
    }),
  );
}

/** What the witnesses say of a task in both editions, and what speaks against it in one of them only. */
type AuditChange = Record<'before' | 'after', TaskAudit['verdict']> & Record<'gone' | 'new', string[]>;

function missingIn(other: TaskAudit, { findings }: TaskAudit): string[] {
  const kept = new Set(other.findings.filter(isAgainst).map(({ witness }) => witness));
  return findings
    .filter((finding) => isAgainst(finding) && !kept.has(finding.witness))
    .map(({ witness, sentence }) => `${witness}: ${sentence}`);
}

type AuditedChange = ChangedTask & { readonly audit: AuditChange | undefined };

function renderChange({ taskId, fields, audit }: AuditedChange, { colors }: CommandContext) {
  const lines = fields.flatMap(({ field, removed, added }) => [
    `  ${field}`,
    ...removed.map((line) => colors.red(`  - ${line}`)),
    ...added.map((line) => colors.green(`  + ${line}`)),
  ]);
  const told = audit
    ? [
        `  audit: ${audit.before} → ${audit.after}`,
        ...audit.gone.map((sentence) => `    gone: ${sentence}`),
        ...audit.new.map((sentence) => `    new: ${sentence}`),
      ]
    : [];
  return `${[colors.bold(taskId), ...lines, ...told].join('\n')}\n\n`;
}
