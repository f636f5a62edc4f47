import { join, resolve } from 'node:path';
import { warnIfIncomparable } from '../../compare/warn-if-incomparable.ts';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { evaluateFile as evaluateSamplesFile } from '../../evaluate/evaluate-file.ts';
import { type FinishedRun, requireResult } from '../../evaluate/finish-run.ts';
import { checkGroundTruth } from '../../evaluate/ground-truth/check-ground-truth.ts';
import { checkProvable } from '../../evaluate/ground-truth/check-provable.ts';
import { requireTrust, summarizeGroundTruth } from '../../evaluate/ground-truth/ground-truth-summary.ts';
import { matchSamples, type UnmatchedSample } from '../../evaluate/match-samples.ts';
import { buildEvaluationDocument, buildGroundTruthDocument } from '../../evaluate/results/documents.ts';
import { renderTerminal } from '../../report/render-terminal.ts';
import { parseReporter } from '../../report/reporters.ts';
import { findPlace } from '../../run/find-place.ts';
import { keepHolding, loadSelectedTasks } from '../../run/load-selected-tasks.ts';
import { Mistakes } from '../../run/mistakes.ts';
import { checkOutputs } from '../../run/prepare-runs.ts';
import { openCaches, resolveGroundTruth, resolveRules } from '../../run/resolve-rules.ts';
import { labelsOf } from '../../run/run-plans.ts';
import type { GroundTruth } from '../../schema/proof.ts';
import { readManifest } from '../../store/manifest.ts';
import { readRun } from '../../store/run-log.ts';
import { readSamples } from '../../upstream/read-samples.ts';
import { modelNameOf, resolveResultPaths } from '../../upstream/result-paths.ts';
import { describeKeptFile } from '../../util/keep-old-file.ts';
import { listSome } from '../../util/list-some.ts';
import { type CommandContext, loadTasksFor, openFor } from '../command.ts';
import { carryOut } from '../planned-runs.ts';
import { describeGroundTruth, watchRuns } from '../terminal/live-view/watch-runs.ts';
import { printNextSteps, stepsAfterRuns } from '../terminal/next-steps.ts';
import { besideResults, isBelowGate, throwIfAny, writeReports } from './write-reports.ts';

export async function evaluateCommand(context: CommandContext): Promise<number> {
  const { options } = context;
  if (options.checkGtOnly) return checkGroundTruthOnly(context);
  if (options.samples === undefined) return generateAndEvaluate(context);
  return evaluateFile(context, options.samples);
}

async function evaluateFile(context: CommandContext, named: string): Promise<number> {
  const { options, origins, cwd, warn, signal } = context;
  const { split, subset, missing } = options;
  const request = toJudgingRequest(context);
  const mistakes = new Mistakes();
  const place = await mistakes.collect(() => findPlace(named, cwd, request.out));
  // Without samples a wrong option is told as well, but nothing is fetched.
  if (place === undefined) await mistakes.collect(() => resolveRules(request));
  const samplesPath = place ?? mistakes.require({ place }).place;
  const outDir = origins.get('out') === 'default' ? undefined : resolve(cwd, request.out);
  const { read, paths, upstreamModel } = await openSamples(samplesPath, outDir);
  const selected = await mistakes.collect(() => loadSelectedTasks(request, context));
  const match = () => selected && matchSamples({ samples: read(), tasks: selected.tasks, missing });
  const found = {
    taskSet: selected?.taskSet,
    tasks: selected?.tasks,
    rules: await mistakes.collect(() => resolveRules(request, selected?.taskSet.manifest)),
    matched: await mistakes.collect(match),
  };
  await checkOutputs(mistakes, request.reporter, paths.folder, cwd);
  const { taskSet, tasks, rules, matched } = mistakes.require(found);
  if (matched.outside > 0) {
    warn(`${matched.outside} samples are for tasks that are not selected (${listSome(matched.outsideIds)}); skipped.`);
  }
  // A few solutions may well contain a fence in a string.
  if (matched.fenced > 0.2 * matched.samples.length) {
    const count = `${matched.fenced} of ${matched.samples.length} solutions`;
    warn(`${count} look like raw answers (Markdown fences): run \`bcb sanitize --samples ${samplesPath}\` first.`);
  }
  await using executor = await openFor(context, { tasks });
  const model = { name: matched.model ?? modelNameOf(samplesPath) };
  const { tasks: scored, excluded } = keepHolding(tasks, executor.info, context);
  const isScored = new Set(scored.map(({ id }) => id));
  const samples = matched.samples.filter(({ taskId }) => isScored.has(taskId));
  const asked = { split, subset, tasks: scored, models: [model.name], datasetHash: taskSet.hash, rules };
  await warnIfIncomparable({ ...asked, outDir: paths.folder, executor: executor.info, warn });
  using watch = watchRuns(context, 'evaluate');
  const evaluated = await evaluateSamplesFile({
    rules,
    tasks: scored,
    excluded,
    executor,
    taskSet,
    split,
    subset,
    missing,
    samplesPath,
    paths,
    model,
    upstreamModel,
    matched: { ...matched, samples },
    reread: () => read(),
    groundTruth: resolveGroundTruth(request),
    caches: openCaches(request, context),
    fresh: !request.resume,
    passK: request.passK,
    savePassRate: request.savePassRate,
    labels: labelsOf(request),
    onEvent: watch.onEvent,
    signal,
  });
  watch.close();
  if (evaluated.isRepeat) context.tell(`Run ${evaluated.record.id} already exists; nothing was re-executed.`);
  return present(context, evaluated, paths.folder);
}

/** Like the original without samples: generates them first. Both are phases of one run. */
async function generateAndEvaluate(context: CommandContext): Promise<number> {
  const { options, stderr } = context;
  const [model, ...more] = options.model ?? [];
  if (model === undefined) {
    throw usageError('evaluate needs --samples FILE (written by `bcb generate`), or --model to generate them first.');
  }
  if (more.length > 0) throw usageError('evaluate takes one --model; `bcb run` takes several.');
  if (options.noExecute) {
    const { generateCommand } = await import('./generate.ts');
    return generateCommand({ ...context, stdout: stderr });
  }
  const { outDir, finished, failures } = await carryOut(context, 'evaluate');
  let code = 0;
  for (const run of finished) {
    context.tell(describeKeptFile(run.samplesFile));
    code = Math.max(code, await present(context, run, outDir));
  }
  const [failure] = failures;
  if (failure) throw failure.error;
  return code;
}

async function present(context: CommandContext, run: FinishedRun, outDir: string): Promise<number> {
  const { options, colors, width } = context;
  const { report, files } = run;
  for (const file of files.slice(0, 1)) context.tell(describeKeptFile(file));
  const requests = (options.reporter ?? []).map(parseReporter);
  const { written, failures } = await writeReports(context, requests, [besideResults(run)]);
  const everything = [...files, ...written].map((file) => file.path);
  context.print(buildEvaluationDocument(report, everything), renderTerminal(report, { colors, width }));
  throwIfAny(failures);
  printNextSteps(context, stepsAfterRuns([run], outDir, context));
  return isBelowGate(context, report) ? 2 : 0;
}

/** A samples file; a run's folder means the samples in its log, and the results go beside the run. */
async function openSamples(path: string, outDir: string | undefined) {
  if (!(await readManifest(path))) {
    const paths = await resolveResultPaths(path, outDir);
    return { read: () => readSamples(path), paths, upstreamModel: modelNameOf(path) };
  }
  const log = await readRun(path);
  requireResult(log);
  const read = async function* (): AsyncGenerator<UnmatchedSample> {
    for await (const sample of log.samples(log.manifest.run.taskIds)) {
      yield { ...sample, extra: { model: sample.model, finish_reason: sample.finishReason } };
    }
  };
  const paths = await resolveResultPaths(`${path}.jsonl`, outDir ?? join(path, '..', '..'));
  return { read, paths, upstreamModel: undefined };
}

/** `evaluate --check-gt-only`: whether this environment can be trusted, without any samples. */
async function checkGroundTruthOnly(context: CommandContext): Promise<number> {
  const { options, signal } = context;
  const request = toJudgingRequest(context);
  const { tasks, taskSet } = await loadTasksFor(context);
  const rules = resolveRules(request, taskSet.manifest);
  const caches = openCaches(request, context);
  await using executor = await openFor(context, { tasks });
  const startedAt = performance.now();
  const progress = context.progress({ label: 'ground truth', total: tasks.length });
  const byTask = new Map<string, GroundTruth>();
  for await (const groundTruth of checkGroundTruth({ tasks, executor, rules, cache: caches.groundTruth, signal })) {
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
  const found = { summary, groundTruth, wallMs: performance.now() - startedAt, executor: executor.info };
  context.print(buildGroundTruthDocument(found), describeGroundTruth(summary, groundTruth));
  const { tasks: holding } = keepHolding(tasks, executor.info, { ...context, warn: () => {} });
  const held = summarizeGroundTruth(holding.flatMap(({ id }) => byTask.get(id) ?? []));
  if (!options.allowDegraded) requireTrust(held, options.minGt);
  return 0;
}
