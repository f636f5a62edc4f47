import { join, relative } from 'node:path';
import type { TaskSet } from '../dataset/task-set.ts';
import { buildHeader, identifySubject } from '../evaluate/run-header.ts';
import { describeAsking } from '../generate/request-plan.ts';
import { checkSampling, type ModelParameters } from '../model/parameters.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import type { PromptSettings } from '../prompt/build-prompt.ts';
import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { RepairSettings } from '../schema/rounds.ts';
import type { RunLabels } from '../schema/run-record.ts';
import type { Task } from '../schema/task.ts';
import { type EarlierRun, findRunsLike, type RunIdentity } from '../store/manifest.ts';
import { readRun } from '../store/run-log.ts';
import { openRunLog } from '../store/run-writer.ts';
import { resolveResultPaths } from '../upstream/result-paths.ts';
import { nameSamplesFile } from '../upstream/samples-file.ts';
import type { Against } from './decisions.ts';
import type { FirstAnswers } from './plan-runs.ts';

export interface ModelRunQuestion {
  readonly tasks: readonly Task[];
  readonly model: ResolvedModel;
  readonly revision: string;
  readonly prompt: PromptSettings;
  readonly parameters: ModelParameters;
  readonly nSamples: number;
  /** Whether and how the model may repair its answers. */
  readonly repair?: RepairSettings | undefined;
  /** Where the first answers are known already. */
  readonly first?: FirstAnswers | undefined;
  /** What the run is to decide: its tasks are in the order in which they are asked, and it stops as soon as it knows. */
  readonly against?: Against | undefined;
  readonly loraPath?: string | undefined;
  readonly tokenizerName?: string | undefined;
  readonly skipPrefill?: boolean | undefined;
  /** Parameters that do not reach the model, because it does not take them. */
  readonly notSent?: readonly string[] | undefined;
  /** What the config file withholds from the model; said wherever its score appears. */
  readonly restrictions?: readonly string[] | undefined;
}

/** One model × one split × one selection × one set of parameters and rules. */
export interface ModelRunSubject extends ModelRunQuestion {
  readonly outDir: string;
  readonly taskSet: Pick<TaskSet, 'name' | 'version' | 'hash' | 'tasks'>;
  readonly subset: string;
  readonly strategy: string;
  readonly rules: EvaluationRules;
  /** The world of the executor, if it is not the usual one. */
  readonly world?: string | undefined;
  /** False: an earlier log is set aside, and everything is requested and judged again. */
  readonly resume?: boolean | undefined;
  readonly labels?: RunLabels | undefined;
  /** Facts for the manifest that do not affect results: the request, addresses. */
  readonly provenance?: Readonly<Record<string, unknown>> | undefined;
}

export type OpenModelRun = Awaited<ReturnType<typeof openModelRun>>;

/** Opens the run that these options describe: new, interrupted or complete. */
export async function openModelRun(options: ModelRunSubject) {
  const { outDir, prompt, parameters, nSamples, repair, against, taskSet, resume = true } = options;
  const { labels = {}, provenance = {} } = options;
  checkSampling(parameters.temperature, nSamples);
  const { split, ...shown } = prompt;
  const samplesPath = join(outDir, nameSamplesFile({ ...options, taskSet: taskSet.name, split }));
  const deciding = against?.settings;
  const asking = { ...shown, expandsTabs: options.model.profile.expandsTabs };
  const subject = {
    ...options,
    model: describeModel(options),
    asking,
    deciding,
    split,
    missing: against ? ('skip' as const) : undefined,
  };
  // Results are told apart by what they say, not by what they are called.
  const { against: _, ...decision } = deciding ?? {};
  const identity = {
    ...identifySubject(subject),
    asking: identifyAsking(options),
    nSamples,
    strategy: options.strategy,
    ...(repair && { repair }),
    ...(deciding && { deciding: decision }),
  };
  const log = await openRunLog({
    outDir,
    identity,
    fresh: !resume,
    describe: async () => {
      const paths = await resolveResultPaths(samplesPath);
      const exports = [samplesPath, paths.evalResults, paths.passAtK].map((path) => relative(outDir, path));
      return { run: await buildHeader(subject, outDir), exports, provenance };
    },
  });
  try {
    await log.label(labels);
    const others = await findRunsLike(outDir, identity);
    const alike = others.filter(({ differences }) => !differences.some(({ field }) => field.startsWith('asking')));
    /** Runs that asked the same way: of other tasks, of more or fewer samples, or judged by other rules. */
    const siblings = resume ? await Promise.all(alike.map(({ path }) => readRun(path))) : [];
    /** The most similar earlier run that the user may have meant to resume, and how this one differs. */
    const earlier = log.isNew && alike.length === 0 ? findExpected(others) : undefined;
    return { log, samplesPath, siblings, earlier };
  } catch (error) {
    await log.close();
    throw error;
  }
}

function describeModel({ model, revision, parameters, nSamples, restrictions = [], notSent = [] }: ModelRunSubject) {
  const { name, provider, modelId } = model;
  const sent = { parameters: { ...parameters }, nSamples, restrictions: [...restrictions] };
  return { name, provider, modelId, revision, ...sent, ...(notSent.length > 0 && { notSent: [...notSent] }) };
}

/** Everything that affects answers. How many of which tasks is not part of it: each is recorded under its own request. */
export function identifyAsking(subject: ModelRunQuestion & Pick<ModelRunSubject, 'taskSet'>): RunIdentity {
  const { taskSet, model, revision, prompt, parameters, loraPath, tokenizerName } = subject;
  const { parameters: _, ...asked } = describeAsking(model, parameters);
  const { responsePrefix, ...shown } = prompt;
  return {
    dataset: `${taskSet.name}@${taskSet.version}`,
    revision,
    ...asked,
    ...shown,
    ...(prompt.prefill && { responsePrefix }),
    ...parameters,
    ...(loraPath !== undefined && { loraPath }),
    ...(tokenizerName !== undefined && { tokenizerName }),
  };
}

/** What obviously makes another run: nobody expects answers from another model or split. */
const separate = ['dataset', 'model', 'revision', 'kind', 'split', 'temperature', 'loraPath', 'tokenizerName'];

function findExpected(others: readonly EarlierRun[]): EarlierRun | undefined {
  return others.find(({ differences, manifest: { identity } }) => {
    const asking = differences.map(({ field }) => field).filter((field) => field.startsWith('asking'));
    return 'asking' in identity && asking.every((field) => !separate.includes(field.slice('asking.'.length)));
  });
}
