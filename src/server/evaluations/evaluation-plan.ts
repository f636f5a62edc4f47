import { join } from 'node:path';
import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Task } from '../../schema/task.ts';
import { hashValue } from '../../util/hash.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { EvaluationServices } from '../services.ts';
import type { TaskCatalog } from '../task-catalog.ts';
import type { SampleFile } from './sample-files.ts';
import type { WireArguments } from './wire.ts';

type SharedName = 'split' | 'subset' | 'select' | 'calibrated' | 'missing' | 'integrity';

/** What of an evaluation may differ from call to call; equal ones are one evaluation. */
export interface EvaluationArguments extends Readonly<Pick<WireArguments, SharedName>> {
  readonly passK: readonly number[];
  /** Smallest limit that ground truth may set, in seconds. */
  readonly minTimeLimitS: number;
  /** Whether reference solutions are run first; with `only`, nothing else is. */
  readonly groundTruth: 'checked' | 'skipped' | 'only';
}

/** An evaluation that can be started, and started again after a crash. */
export interface EvaluationPlan extends EvaluationArguments {
  /** Names it by content: the same samples of the same owner judged the same way have the same id. */
  readonly id: string;
  readonly owner: string;
  readonly folder: string;
  /** The file of samples; its name says who answered. */
  readonly samplesPath: string;
  readonly tasks: readonly Task[];
  readonly rules: EvaluationRules;
}

export function planEvaluation(
  given: EvaluationArguments,
  { samples, owner }: { readonly samples: SampleFile; readonly owner: string },
  services: Pick<EvaluationServices, 'catalog' | 'rules' | 'executor' | 'outDir'>,
): EvaluationPlan {
  const { catalog, executor, outDir } = services;
  const tasks = selectTasks(given, catalog);
  const { fingerprint, level, engine } = executor.info;
  const rules = rulesFor(given, services.rules);
  const facts = { ...given, owner, samplesHash: samples.hash, tasks: catalog.hash, rules, fingerprint, level, engine };
  const id = `ev-${hashValue(facts).slice(0, 24)}`;
  return { ...given, id, owner, folder: join(outDir, 'evaluations', id), samplesPath: samples.path, tasks, rules };
}

function rulesFor(given: EvaluationArguments, served: EvaluationRules): EvaluationRules {
  const { calibrated, minTimeLimitS, integrity = served.integrity } = given;
  const { timeLimit } = served;
  const rules = { ...served, calibrated, integrity };
  if (timeLimit.kind === 'fixed') return rules;
  const floorSeconds = Math.max(timeLimit.floorSeconds, minTimeLimitS);
  return { ...rules, timeLimit: { kind: 'auto', floorSeconds } };
}

function selectTasks({ subset, select }: EvaluationArguments, { tasks, find }: TaskCatalog): readonly Task[] {
  const part = subset === 'hard' ? tasks.filter(({ hard }) => hard) : tasks;
  if (part.length === 0) throw new RequestFault(422, `There are no tasks of the subset ${subset} here.`);
  if (select.length === 0) return part;
  const wanted = new Set(select.map((id) => find(id).id));
  const selected = part.filter(({ id }) => wanted.has(id));
  if (selected.length > 0) return selected;
  throw new RequestFault(422, `None of the tasks ${select.slice(0, 5).join(', ')} is in the subset ${subset}.`);
}
