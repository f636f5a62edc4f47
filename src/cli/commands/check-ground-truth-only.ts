import { toJudgingRequest } from '../../config/to-run-request.ts';
import { libsOf } from '../../dataset/libs-of.ts';
import { checkGroundTruth } from '../../evaluate/ground-truth/check-ground-truth.ts';
import { checkProvable } from '../../evaluate/ground-truth/check-provable.ts';
import { requireTrust, summarizeGroundTruth } from '../../evaluate/ground-truth/ground-truth-summary.ts';
import { buildGroundTruthDocument } from '../../evaluate/results/documents.ts';
import { openCaches, resolveRules } from '../../run/resolve-rules.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { CommandContext } from '../command.ts';
import { loadTasksFor, openFor, runContextOf } from '../run-context.ts';
import { describeGroundTruth } from '../terminal/describe-ground-truth.ts';

/** `evaluate --check-gt-only`: whether this environment can be trusted, without any samples. */
export async function checkGroundTruthOnly(context: CommandContext): Promise<number> {
  const { options, signal } = context;
  const request = toJudgingRequest(context);
  const { tasks, taskSet } = await loadTasksFor(context);
  const rules = resolveRules(request, taskSet.manifest);
  const caches = openCaches(request, runContextOf(context));
  const cache = caches.groundTruth;
  await using executor = await openFor(context, { libs: libsOf(tasks), tasks });
  const startedAt = performance.now();
  const progress = context.progress({ label: 'ground truth', total: tasks.length });
  const byTask = new Map<string, GroundTruth>();
  for await (const groundTruth of checkGroundTruth({ tasks, executor, rules, cache, signal })) {
    byTask.set(groundTruth.taskId, groundTruth);
    progress.update(byTask.size);
  }
  if (rules.integrity === 'proven') {
    const onFound = (done: number) => progress.update(done, 'under the separate judge');
    const options = { tasks, groundTruth: byTask, executor, rules, cache: caches.provable, onFound, signal };
    for (const [id, provable] of await checkProvable(options)) {
      const known = byTask.get(id);
      if (known) byTask.set(id, { ...known, provable });
    }
  }
  const groundTruth = tasks.flatMap(({ id }) => byTask.get(id) ?? []);
  const summary = summarizeGroundTruth(groundTruth);
  progress.finish(`${summary.passed}/${summary.tasks} pass`);
  const wallMs = performance.now() - startedAt;
  const document = buildGroundTruthDocument({ summary, groundTruth, wallMs, executor: executor.info });
  context.print(document, describeGroundTruth(summary, groundTruth));
  if (!options.allowDegraded) requireTrust(summary, options.minGt);
  return 0;
}
