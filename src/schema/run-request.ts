import { z } from 'zod';
import { decisionVerdicts } from './decision.ts';
import { defaultRules, safetyChoiceSchema, safetyPolicySchema, verdictModeSchema } from './evaluation-rules.ts';
import { integrityModeSchema } from './proof.ts';
import { feedbackKindSchema } from './rounds.ts';
import { defaultPassK } from './score.ts';
import { splitSchema } from './task.ts';

const count = z.number().int().positive();

/** How a model answers. Every one of these may change an answer, so all of them are part of a run's identity. */
export const parameterShape = {
  nSamples: count,
  temperature: z.number().min(0),
  topP: z.number().min(0).max(1),
  topK: z.number().int().min(0),
  frequencyPenalty: z.number(),
  maxNewTokens: count,
  /** For the first sample; each further one adds one. */
  seed: z.number().int(),
  /** Instead of the request profile's own. */
  stop: z.array(z.string()),
  reasoningEffort: z.string(),
  reasoningBudget: z.number().int().min(0),
  reasoningBeta: z.string(),
};

const parametersSchema = z.strictObject(parameterShape).partial();

/** Names of the parameters, for merging them. */
export const parameterKeys = Object.keys(parameterShape) as readonly (keyof typeof parameterShape)[];

/**
 * Everything a person can ask of a run, under the names of the command line's options: what flags and the config file
 * resolve to, what a recipe stores, what a server accepts. Parameters given here outrank what the config file says of a
 * model; `defaults` rank below it.
 */
export const runRequestSchema = z.strictObject({
  // tasks
  subset: z.string().min(1).default('full'),
  select: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
  idRange: z.string().optional(),
  limit: count.optional(),
  datasetVersion: z.string().default('v0.1.4'),
  // models, and how they are asked
  model: z.array(z.string().min(1)).min(1, 'name one, as provider:model-id (see `bcb model list`)'),
  split: z.array(splitSchema).min(1).default(['complete']),
  ...parametersSchema.shape,
  greedy: z.boolean().default(false),
  defaults: parametersSchema.prefault({
    nSamples: 1,
    temperature: 0,
    maxNewTokens: 1280,
    reasoningEffort: 'medium',
    reasoningBudget: 0,
    reasoningBeta: 'output-128k-2025-02-19',
  }),
  backend: z.string().optional(),
  baseUrl: z.string().optional(),
  revision: z.string().default('main'),
  requestProfile: z.string().optional(),
  directCompletion: z.boolean().default(false),
  stripNewlines: z.boolean().default(false),
  instructionPrefix: z.string().optional(),
  responsePrefix: z.string().optional(),
  skipPrefill: z.boolean().default(false),
  concurrency: count.optional(),
  rpm: count.optional(),
  tpm: count.optional(),
  requestTimeoutS: count.optional(),
  retry: z.array(z.enum(['truncated', 'empty', 'refused', 'errors'])).optional(),
  retryMaxNewTokens: count.optional(),
  maxCost: z.number().min(0).optional(),
  rounds: count.optional(),
  feedback: feedbackKindSchema.default('visible'),
  static: z.string().min(1).optional(),
  agentEnv: z.array(z.string()).optional(),
  agentFiles: z.array(z.string()).optional(),
  /** A result: with `decided` among `stop`, nothing is asked any more once it is decided which one is better. */
  against: z.string().optional(),
  alpha: z.number().min(0.0001).max(0.5).default(0.05),
  margin: z.number().min(0).max(99).optional(),
  maxTasks: count.optional(),
  orderSeed: z.number().int().default(0),
  allowMismatch: z.boolean().default(false),
  failIf: z.array(z.enum(decisionVerdicts)).default([]),
  localBatch: count.default(1),
  tp: z.number().int().default(1),
  loraPath: z.string().optional(),
  trustRemoteCode: z.boolean().default(false),
  tokenizerName: z.string().optional(),
  tokenizerLegacy: z.boolean().default(false),
  dtype: z.enum(['bfloat16', 'float16', 'float32']).default('bfloat16'),
  device: z.string().default('auto'),
  attnImplementation: z.string().default('eager'),
  maxModelLen: count.default(12_800),
  /** Settings by model name and prices, as the config file has them. */
  models: z.unknown().optional(),
  prices: z.unknown().optional(),
  // solutions
  strategy: z
    .enum(['upstream', 'last-fence', 'first-fence', 'merge-fences', 'entry-point', 'none'])
    .default('upstream'),
  // where programs run
  execution: z.array(z.string().min(1)).min(1).default(['local']),
  parallel: z.number().int().min(-1).default(-1),
  isolation: z.enum(['namespaces', 'shared', 'root', 'landlock', 'none']).optional(),
  env: z.string().optional(),
  allowDegraded: z.boolean().default(false),
  allowMixed: z.boolean().default(false),
  sandboxes: count.default(4),
  cache: z.boolean().default(true),
  cacheMb: z.number().int().min(0).default(2000),
  cacheDays: z.number().min(0).default(90),
  // how they are judged
  calibrated: z.boolean().default(defaultRules.calibrated),
  timeLimit: z.string().default('auto'),
  minTimeLimit: z.number().min(0).default(1),
  /** Left out, what the task pack says, else the default. */
  memoryMb: z.number().int().min(64).optional(),
  maxOutputMb: count.optional(),
  maxAsLimit: count.optional(),
  maxDataLimit: count.optional(),
  maxStackLimit: count.optional(),
  verdicts: verdictModeSchema.default(defaultRules.verdicts),
  safety: safetyPolicySchema.default(defaultRules.safety),
  safetyRules: safetyChoiceSchema.optional(),
  integrity: integrityModeSchema.default(defaultRules.integrity),
  confirmFailures: z.number().int().min(0).default(defaultRules.confirmFailures),
  confirmPasses: z.number().int().min(0).default(defaultRules.confirmPasses),
  failFast: z.boolean().default(false),
  noGt: z.boolean().default(false),
  minGt: z.number().min(0).max(1).default(0.99),
  // what comes out
  passK: z.array(count).default([...defaultPassK]),
  savePassRate: z.boolean().default(true),
  failBelow: z.number().min(0).max(1).optional(),
  reporter: z.array(z.string()).default([]),
  out: z.string().default('bcb_results'),
  // what the runs are called
  name: z.string().min(1).optional(),
  tag: z.array(z.string().min(1)).optional(),
  note: z.string().optional(),
  resume: z.boolean().default(true),
});

export type RunRequest = z.infer<typeof runRequestSchema>;

/** The same without a model: for answers that exist already. */
export const judgingRequestSchema = runRequestSchema.omit({ model: true });

export type JudgingRequest = z.infer<typeof judgingRequestSchema>;

/** A request as written: what is left out gets its default. */
export type RunRequestInput = z.input<typeof runRequestSchema>;
