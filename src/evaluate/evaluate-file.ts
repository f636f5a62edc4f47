import { relative } from 'node:path';
import type { SampleKey } from '../schema/log-event.ts';
import { worldOf } from '../schema/python-environment.ts';
import type { RunLabels, RunModel, RunResult } from '../schema/run-record.ts';
import { finishReasonSchema } from '../schema/sample.ts';
import { findRunsLike } from '../store/manifest.ts';
import { openRunLog, type RunWriter } from '../store/run-writer.ts';
import type { ResultPaths } from '../upstream/result-paths.ts';
import { Backlog } from '../util/backlog.ts';
import { hashValue } from '../util/hash.ts';
import { type FinishedRun, type FinishRunOptions, finishRun } from './finish-run.ts';
import { hashProgram, resolveSolution } from './jobs/program.ts';
import { type JudgeRunOptions, judgeRun } from './judge-run.ts';
import type { MatchedSamples, UnmatchedSample } from './match-samples.ts';
import { buildHeader, identifySubject, type RunSubject } from './run-header.ts';
import { describeOpened, tellRun } from './tell-run.ts';

export interface EvaluateFileOptions
  extends Omit<JudgeRunOptions, 'samples' | 'log'>,
    Omit<RunSubject, 'model' | 'asking'>,
    Pick<FinishRunOptions, 'passK' | 'savePassRate' | 'upstreamModel' | 'excluded'> {
  readonly samplesPath: string;
  readonly matched: MatchedSamples;
  /** Reads the file again: its raw texts go to the log, one by one. */
  readonly reread: () => AsyncIterable<UnmatchedSample & { readonly rawText?: string | undefined }>;
  readonly paths: ResultPaths;
  readonly model: RunModel;
  /** Execute everything again even if this file was evaluated before. */
  readonly fresh?: boolean | undefined;
  readonly labels?: RunLabels | undefined;
}

/** `isRepeat`: nothing had to be executed. */
type EvaluatedFile = FinishedRun & { readonly isRepeat: boolean };

/**
 * A run whose answers come from a file: judges them, scores them, writes the result files and builds the report. The same
 * file with other answers is the same run: only what changed is judged again.
 */
export async function evaluateFile(options: EvaluateFileOptions): Promise<EvaluatedFile> {
  const { model, split, subset, matched, onEvent, signal } = options;
  const start = { model: model.name, split, subset, total: matched.samples.length };
  return tellRun({ onEvent, signal, start, work: () => evaluateAll(options) });
}

async function evaluateAll(options: EvaluateFileOptions): Promise<EvaluatedFile> {
  const { samplesPath, matched, paths, fresh, labels = {}, onEvent } = options;
  const { folder } = paths;
  const source = { samples: relative(folder, samplesPath) || '.', model: options.model.name };
  const world = worldOf(options.executor.info.fingerprint);
  const identity = { ...identifySubject({ ...options, world }), source };
  await using log = await openRunLog({
    outDir: folder,
    identity,
    fresh,
    describe: async () => ({
      run: await buildHeader(options, folder),
      exports: [paths.evalResults, paths.passAtK].map((path) => relative(folder, path)),
      provenance: { samples: samplesPath },
    }),
  });
  await log.label(labels);
  await recordSamples(log, options);
  const { state } = log;
  const before = state.result;
  const runs = log.isNew ? await findRunsLike(folder, identity) : [];
  const nearest = runs.find(({ differences }) => !differences.some(({ field }) => field.startsWith('source')));
  onEvent?.({
    ...describeOpened(log),
    nearest: nearest && { runId: nearest.id, fields: nearest.differences.map(({ field }) => field) },
  });
  const groundTruth = await judgeRun({ ...options, log, samples: matched.samples });
  const isRepeat = before !== undefined && state.result === before;
  const excluded = [...(options.excluded ?? []), ...listExclusions(matched, options.missing)];
  return { ...(await finishRun({ ...options, log, groundTruth, excluded })), isRepeat };
}

/** Makes the log say what the file says: new and changed samples are entered, those that are gone dropped. */
async function recordSamples(log: RunWriter, options: EvaluateFileOptions): Promise<void> {
  const { state } = log;
  const byId = new Map(options.tasks.map((task) => [task.id, task]));
  const present = new Map<string, number>();
  const recording = new Backlog(1024);
  for await (const sample of options.reread()) {
    const { taskId, index, extra } = sample;
    const task = byId.get(taskId);
    if (!task) continue;
    present.set(taskId, Math.max(present.get(taskId) ?? 0, index + 1));
    const solution = resolveSolution(task, sample);
    const programHash = hashProgram(solution);
    const { data: finishReason } = finishReasonSchema.safeParse(extra?.finish_reason);
    const rawText = sample.rawText === solution ? undefined : sample.rawText;
    const lineHash = hashValue([programHash, rawText, finishReason]).slice(0, 16);
    if (state.find(sample)?.lineHash === lineHash) continue;
    await recording.add(log.append({ type: 'sample', taskId, index, programHash, rawText, finishReason, lineHash }));
  }
  const isGone = ({ taskId, index }: SampleKey) => index >= (present.get(taskId) ?? 0);
  for (const { taskId, index } of [...state.samples()].filter(isGone)) {
    await recording.add(log.append({ type: 'sample-dropped', taskId, index }));
  }
  await recording.settle();
}

function listExclusions(matched: MatchedSamples, missing: RunSubject['missing']): RunResult['excluded'] {
  const exclusions = [
    { reason: missing === 'skip' ? 'no sample: left out' : 'no sample: unsolved', taskIds: [...matched.missingIds] },
    { reason: 'not among the selected tasks', taskIds: [...matched.outsideIds] },
  ];
  return exclusions.filter(({ taskIds }) => taskIds.length > 0);
}
