import { join } from 'node:path';
import { z } from 'zod';
import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Limits } from '../../schema/execution.ts';
import { integrityModeSchema } from '../../schema/proof.ts';
import { defaultPassK } from '../../schema/score.ts';
import { splitSchema, type Task } from '../../schema/task.ts';
import { hashValue } from '../../util/hash.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { EvaluationServices } from '../services.ts';
import type { TaskCatalog } from '../task-catalog.ts';
import type { SampleFile } from './sample-files.ts';

const mostWords = 10_000;

/** Words in a list, or in a text with something between them. */
export const wordsIn = (between: string | RegExp) =>
  z
    .union([z.array(z.union([z.string(), z.number()])).max(mostWords), z.string().max(200_000), z.number()])
    .transform((value) => (Array.isArray(value) ? value.map(String) : String(value).split(between)))
    .transform((words) => words.map((word) => word.trim()).filter(Boolean))
    .pipe(z.array(z.string()).max(mostWords));
export const passKSchema = z.array(z.number().int().positive()).max(100);
const flag = z.union([z.boolean(), z.stringbool()]);

/** How samples are judged. In a query, where they are the body, everything is text. */
export const argumentsSchema = z.object({
  split: splitSchema.default('complete'),
  subset: z
    .string()
    .max(100)
    .default('full')
    .describe('`hard` for the hard part of what is served; every other word means all of it.'),
  select: wordsIn(',').prefault([]).describe('Task ids, `BigCodeBench/` left out or not; all where there are none.'),
  pass_k: wordsIn(',')
    .transform((words) => words.map(Number))
    .pipe(passKSchema)
    .prefault([...defaultPassK]),
  calibrated: flag.default(true),
  min_time_limit: z.coerce.number().nonnegative().default(1).describe('Seconds that any program may take at least.'),
  no_gt: flag.default(false).describe('Leave out the check of the reference solutions.'),
  missing: z.enum(['fail', 'skip', 'zero']).default('fail').describe('What to do about tasks without a sample.'),
  integrity: integrityModeSchema
    .optional()
    .describe('Which passes must hold under the separate judge; as the server was started where nothing is said.'),
});

/** What of an evaluation may differ from call to call; equal ones are one evaluation. */
export type EvaluationArguments = ReturnType<typeof toArguments>;

/** `check_gt_only`: run the reference solutions and nothing else. */
type WireArguments = Readonly<z.infer<typeof argumentsSchema>> & { readonly check_gt_only?: boolean };

export function toArguments(given: WireArguments, limits: Partial<Limits> = {}) {
  const { pass_k: passK, min_time_limit: minTimeLimitS, no_gt: isUnchecked, check_gt_only: isOnly, ...others } = given;
  const groundTruth = isOnly ? ('only' as const) : isUnchecked ? ('skipped' as const) : ('checked' as const);
  return { ...others, passK, minTimeLimitS, groundTruth, limits };
}

/** An evaluation that can be started, and started again after a crash. */
export type EvaluationPlan = Readonly<ReturnType<typeof planEvaluation>>;

export function planEvaluation(
  asked: EvaluationArguments,
  { samples, owner }: { readonly samples: SampleFile; readonly owner: string },
  services: Pick<EvaluationServices, 'catalog' | 'rules' | 'executor' | 'outDir'>,
) {
  const { catalog, executor, outDir } = services;
  const given = { ...asked, subset: asked.subset === 'hard' ? 'hard' : catalog.subset };
  const tasks = selectTasks(given, catalog);
  const { fingerprint, level, engine } = executor.info;
  const rules = rulesFor(given, services.rules);
  const facts = { ...given, owner, samplesHash: samples.hash, tasks: catalog.hash, rules, fingerprint, level, engine };
  // By content: the same samples of the same owner judged the same way have the same id.
  const id = `ev-${hashValue(facts).slice(0, 24)}`;
  return { ...given, id, owner, folder: join(outDir, 'evaluations', id), samplesPath: samples.path, tasks, rules };
}

function rulesFor(given: EvaluationArguments, served: EvaluationRules): EvaluationRules {
  const { calibrated, minTimeLimitS, limits, integrity = served.integrity } = given;
  const { timeLimit } = served;
  const rules = { ...served, calibrated, integrity, limits: { ...served.limits, ...limits } };
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
