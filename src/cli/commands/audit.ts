import { join, resolve } from 'node:path';
import { type AuditedTask, describeAudits, describeFindings } from '../../audit/audit-document.ts';
import { type AuditLog, openAuditLog } from '../../audit/audit-log.ts';
import { auditTasks } from '../../audit/audit-tasks.ts';
import { readRecordedAnswers } from '../../compare/recorded-answers.ts';
import type { OptionKey } from '../../config/option-table.ts';
import type { TaskSet } from '../../dataset/task-set.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { renderTable } from '../../report/text-table.ts';
import { openCaches } from '../../run/resolve-rules.ts';
import { isAgainst, rankTasks, type TaskAudit } from '../../schema/audit-rule.ts';
import type { Finding, TaskAudited } from '../../schema/finding.ts';
import type { Task } from '../../schema/task.ts';
import { groupBy } from '../../util/group-by.ts';
import { type CommandContext, findPlaces, loadTasksFor, openFor } from '../command.ts';

export async function auditCommand(context: CommandContext): Promise<void> {
  const [word, ...ids] = context.positionals;
  if (word === undefined) return runAudit(context);
  if (word !== 'show' || ids.length === 0) throw usageError('Use `bcb audit` or `bcb audit show ID`.');
  return runShow(context, ids);
}

async function runAudit(context: CommandContext): Promise<void> {
  const { options, stderr } = context;
  // A typing mistake shows before the tasks are fetched.
  await findPlaces(context, options.runs ?? []);
  const loaded = await loadTasksFor(context);
  await using log = await openLog(context);
  if (log.damagedLines > 0)
    context.warn(`${log.damagedLines} lines of ${log.path} were damaged: they are asked again.`);
  const ranked = rankTasks(await auditWith(context, loaded, log));
  context.print(buildDocument(loaded.taskSet, log, describeAudits(ranked)), renderAudits(ranked, context));
  if (!options.json && !options.quiet) stderr.write(`Findings: ${log.path}\n`);
}

/** Asks every witness again as the recorded audit did, and says where the answer differs. */
async function runShow(context: CommandContext, ids: readonly string[]): Promise<void> {
  const { taskSet, tasks } = await loadTasksFor(context, ids);
  await using log = await openLog(context);
  const audits: TaskAudit[] = [];
  for (const task of tasks) {
    const again = askAgain(context, log.requestOf(task.id));
    audits.push(...(await auditWith(again, { taskSet, tasks: [task] })));
  }
  const described = describeAudits(rankTasks(audits)).map((task) => {
    return { ...task, recorded: describeFindings(log.about(task.task_id)) };
  });
  const text = audits.map((audit) => renderTaskAudit(audit, log.about(audit.taskId), context)).join('\n');
  context.print(buildDocument(taskSet, log, described), text);
}

/** The options of an earlier audit, with those over them that this command was given. */
function askAgain(context: CommandContext, request?: TaskAudited['request']): CommandContext {
  const { options, origins } = context;
  const isDefault = (key: string) => ['default', undefined].includes(origins.get(key as OptionKey));
  const given = Object.entries(options).filter(([key]) => !isDefault(key));
  return { ...context, options: { ...options, ...request, ...Object.fromEntries(given) } };
}

const openLog = ({ cwd, options }: CommandContext) => openAuditLog(join(resolve(cwd, options.out), 'audit.jsonl'));

function buildDocument({ name, version, hash }: TaskSet, { path }: AuditLog, tasks: readonly AuditedTask[]) {
  return { date: new Date().toISOString(), dataset: name, version, hash, path, ...countVerdicts(tasks), tasks };
}

/** Without a log, everything is asked again. */
export async function auditWith(
  context: CommandContext,
  { taskSet, tasks }: { readonly taskSet: TaskSet; readonly tasks: readonly Task[] },
  log?: AuditLog,
): Promise<TaskAudit[]> {
  const { options, signal } = context;
  const { mutants, deep: isDeep } = options;
  const runs = await findPlaces(context, options.runs ?? []);
  const { groundTruth: groundTruthCache } = openCaches({ ...options, cache: log !== undefined }, context);
  const { limits } = taskSet.manifest ?? {};
  const asked = { tasks, log, runs, answers: await readRecordedAnswers(runs), mutants, isDeep, limits };
  await using executor = await openFor(context, { tasks });
  const audits = new Map<string, TaskAudit>();
  const progress = context.progress({ label: 'tasks', total: tasks.length });
  for await (const audit of auditTasks({ ...asked, executor, groundTruthCache, signal })) {
    audits.set(audit.taskId, audit);
    progress.update(audits.size);
  }
  const inOrder = tasks.flatMap(({ id }) => audits.get(id) ?? []);
  const { broken, suspect, sound } = countVerdicts(inOrder);
  progress.finish(`${broken} broken, ${suspect} suspect, ${sound} sound`);
  return inOrder;
}

function countVerdicts(audits: readonly Pick<TaskAudit, 'verdict'>[]) {
  const count = (verdict: TaskAudit['verdict']) => audits.filter((audit) => audit.verdict === verdict).length;
  return { sound: count('sound'), suspect: count('suspect'), broken: count('broken') };
}

/** A line for each task that is not sound, the most doubtful first, and how many there are of each kind. */
function renderAudits(ranked: readonly TaskAudit[], { colors, width }: CommandContext): string {
  const doubtful = ranked.filter(({ verdict }) => verdict !== 'sound');
  const rows = doubtful.map(({ taskId, verdict, findings }) => {
    const paint = verdict === 'broken' ? colors.red : colors.yellow;
    return [taskId, paint(verdict), findings[0]?.witness ?? '', findings[0]?.sentence ?? ''];
  });
  const head = ['TASK', 'VERDICT', 'WITNESS', 'WHY'];
  const table = rows.length === 0 ? '' : `${renderTable([head, ...rows], { width })}\n\n`;
  const found = ranked.flatMap(({ findings }) => findings.filter(isAgainst));
  const kinds = [...groupBy(found, ({ witness }) => witness)].map(([name, against]) => `${name} ${against.length}`);
  const against = kinds.length === 0 ? '' : `; against others: ${kinds.join(', ')}`;
  return `${table}${ranked.length - doubtful.length} of ${ranked.length} tasks are sound${against}\n`;
}

function renderTaskAudit(audit: TaskAudit, recorded: readonly Finding[], { colors }: CommandContext): string {
  const { taskId, verdict, findings } = audit;
  const lines = findings.flatMap(({ witness, strength, sentence, evidence, runs, mutants }) => {
    const found = strength === 'none' ? `nothing, in ${runs} runs` : `${strength}: ${sentence}`;
    const { tried, killed, unseen } = mutants ?? {};
    const planted = `    ${tried} faults planted, ${killed} noticed, ${unseen} without effect on what is returned`;
    const details = evidence.flatMap(({ trial, outcome, change, said }) => [
      `    ${trial}: ${outcome}${change === undefined ? '' : `; ${change}`}`,
      ...(said === undefined ? [] : [`      ${said}`]),
    ]);
    const before = recorded.find((finding) => finding.witness === witness);
    const differs = before && before.strength !== strength;
    const earlier = differs ? [colors.yellow(`    recorded otherwise: ${before.strength} ${before.sentence}`)] : [];
    return [`  ${colors.bold(witness)}  ${found}`, ...earlier, ...(mutants ? [planted] : []), ...details];
  });
  return `${taskId}: ${verdict}\n${lines.join('\n')}\n`;
}
