import { toJudgingRequest } from '../../config/to-run-request.ts';
import { libsOf } from '../../dataset/libs-of.ts';
import { checkGroundTruth } from '../../evaluate/ground-truth/check-ground-truth.ts';
import { requireTrust, summarizeGroundTruth } from '../../evaluate/ground-truth/ground-truth-summary.ts';
import { buildGroundTruthDocument } from '../../evaluate/results/documents.ts';
import type { OpenExecutor } from '../../run/open-executor.ts';
import { openCaches, resolveRules } from '../../run/resolve-rules.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { CommandContext } from '../command.ts';
import { loadTasksFor } from '../load-tasks-for.ts';
import { openFor } from '../open-for.ts';
import { surroundingsOf } from '../surroundings.ts';
import { describeGroundTruth } from '../terminal/describe-ground-truth.ts';

/** `evaluate --check-gt-only`: whether this environment can be trusted, without any samples. */
export async function checkGroundTruthOnly(context: CommandContext, open: OpenExecutor): Promise<number> {
  const { options, stdout, signal } = context;
  const request = toJudgingRequest(context);
  const { tasks, taskSet } = await loadTasksFor(context);
  const rules = resolveRules(request, taskSet.manifest);
  const { groundTruth: cache } = openCaches(request, surroundingsOf(context));
  await using executor = await openFor(context, open, { libs: libsOf(tasks), tasks });
  const startedAt = performance.now();
  const progress = context.progress({ label: 'ground truth', total: tasks.length });
  const byTask = new Map<string, GroundTruth>();
  for await (const groundTruth of checkGroundTruth({ tasks, executor, rules, cache, signal })) {
    byTask.set(groundTruth.taskId, groundTruth);
    progress.update(byTask.size);
  }
  const groundTruth = tasks.flatMap(({ id }) => byTask.get(id) ?? []);
  const summary = summarizeGroundTruth(groundTruth);
  progress.finish(`${summary.passed}/${summary.tasks} pass`);
  const wallMs = performance.now() - startedAt;
  const document = buildGroundTruthDocument({ summary, groundTruth, wallMs, executor: executor.info });
  stdout.write(options.json ? `${JSON.stringify(document, null, 2)}\n` : describeGroundTruth(summary));
  if (!options.allowDegraded) requireTrust(summary, options.minGt);
  return 0;
}
