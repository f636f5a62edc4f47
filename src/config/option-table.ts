/**
 * Every option of every command, once. Flags, `BCB_…` environment variables, config file keys, `--help` and
 * docs/reference come from here, with what people read in assets/options.json. The key is the config file's name; the flag is
 * the same in kebab-case, and `--n_samples` means `--n-samples`.
 */
import { readJsonAsset } from '../util/read-asset.ts';
import { commandOptions } from './command-options.ts';
import {
  boolean,
  choice,
  type DeclaredOption,
  integer,
  list,
  number,
  type OptionText,
  type OptionValues,
  takenBy,
  text,
} from './option.ts';

const tasksOn = [
  ...(['run', 'generate', 'sanitize', 'syncheck', 'evaluate', 'exec', 'inspect'] as const),
  ...(['dataset', 'prompt', 'serve', 'audit', 'analyze', 'export', 'plan'] as const),
] as const;
const generating = ['run', 'generate', 'evaluate'] as const;
const prompting = ['run', 'generate', 'evaluate', 'prompt', 'plan'] as const;
const executing = ['run', 'evaluate'] as const;
/** Commands that judge solutions, local or sent by clients. */
const judging = [...executing, 'serve'] as const;
const running = [...judging, 'exec'] as const;
/** Commands that take --execution. */
const reaching = [...running, 'doctor', 'audit', 'analyze'] as const;
const sandboxed = [...reaching, 'dataset', 'syncheck', 'worker', 'submit'] as const;

const deciding = takenBy(['run'], {
  against: text({}),
  margin: number({ min: 0, max: 99 }),
  maxTasks: integer({ on: ['run', 'plan'], min: 1 }),
  orderSeed: integer({ default: 0 }),
  failIf: list({}),
  alpha: number({ on: ['run', 'compare', 'plan'], default: 0.05, min: 0.0001, max: 0.5 }),
  allowMismatch: boolean({ on: ['run', 'compare', 'leaderboard'], default: false }),
});

const what = {
  ...takenBy(tasksOn, {
    splits: list({ on: ['run', 'export'], default: ['complete'], flag: 'split', aliases: ['split'] }),
    split: choice(['complete', 'instruct'], {
      on: ['generate', 'evaluate', 'inspect', 'prompt', 'leaderboard', 'plan'],
      default: 'complete',
    }),
    subset: text({
      on: [...tasksOn, 'view', 'leaderboard', 'submit'],
      default: 'full',
      defaultOn: { inspect: 'hard' },
    }),
    select: list({ aliases: ['selective-evaluate'] }),
    exclude: list({}),
    limit: integer({ min: 1 }),
    idRange: text({}),
    datasetVersion: text({ on: [...tasksOn, 'view'], default: 'v0.1.4', env: ['BIGCODEBENCH_VERSION'] }),
  }),
  ...takenBy(['evaluate'], {
    samples: text({ on: ['sanitize', 'syncheck', 'evaluate', 'submit'] }),
    recipe: text({ on: ['run'] }),
    missing: choice(['fail', 'skip', 'zero'], { default: 'fail' }),
    checkGtOnly: boolean({ default: false }),
    noExecute: boolean({ default: false }),
  }),
};

const model = {
  ...takenBy(prompting, {
    model: list({ keepsCommas: 'command:' }),
    backend: choice(['vllm', 'openai', 'mistral', 'anthropic', 'google', 'hf', 'hf-inference'], {}),
    baseUrl: text({}),
    nSamples: integer({ on: [...generating, 'plan'], default: 1, min: 1 }),
    temperature: number({ default: 0, min: 0 }),
    maxNewTokens: integer({ default: 1280, min: 1 }),
    greedy: boolean({ default: false }),
    topP: number({ min: 0, max: 1 }),
    topK: integer({ min: 0 }),
    frequencyPenalty: number({}),
    seed: integer({}),
    stop: list({ takesEscapes: true }),
    reasoningEffort: text({ default: 'medium' }),
    reasoningBudget: integer({ default: 0, min: 0 }),
    reasoningBeta: text({ default: 'output-128k-2025-02-19' }),
    directCompletion: boolean({ default: false }),
    instructionPrefix: text({}),
    responsePrefix: text({}),
    skipPrefill: boolean({ default: false }),
    stripNewlines: boolean({ default: false }),
    requestProfile: text({}),
  }),
  ...takenBy(generating, {
    concurrency: integer({ min: 1 }),
    rpm: integer({ min: 1 }),
    tpm: integer({ min: 1 }),
    requestTimeoutS: integer({ default: 600, min: 1 }),
    retry: list({}),
    retryMaxNewTokens: integer({ min: 1 }),
    rounds: integer({ on: ['run'], min: 1 }),
    feedback: choice(['none', 'compile', 'visible', 'all'], { on: ['run'], default: 'visible' }),
    static: text({ on: ['run'] }),
    maxCost: number({ min: 0 }),
    confirmAbove: number({ default: 1, min: 0 }),
    dryRun: boolean({ on: ['run', 'generate'], default: false }),
    agentEnv: list({}),
    agentFiles: list({}),
    localBatch: integer({ default: 1, min: 1 }),
    revision: text({ default: 'main' }),
    maxModelLen: integer({ default: 12800, min: 1 }),
    tp: integer({ default: 1, min: 1, env: ['VLLM_N_GPUS'] }),
    loraPath: text({}),
    trustRemoteCode: boolean({ default: false }),
    tokenizerName: text({}),
    tokenizerLegacy: boolean({ default: false }),
    dtype: choice(['bfloat16', 'float16', 'float32'], { default: 'bfloat16' }),
    device: text({ default: 'auto' }),
    attnImplementation: text({ default: 'eager' }),
  }),
};

const sandbox = {
  ...takenBy(sandboxed, {
    execution: list({ on: reaching, default: ['local'], keepsCommas: true }),
    parallel: integer({
      on: [...sandboxed, 'sanitize'],
      ignoredOn: { sanitize: 'one process is fast enough' },
      default: -1,
      min: -1,
      not: 0,
    }),
    isolation: choice(['namespaces', 'shared', 'root', 'landlock', 'none'], {}),
    env: text({}),
  }),
  ...takenBy(judging, {
    timeLimit: text({ default: 'auto', env: ['BIGCODEBENCH_TIMEOUT_PER_TASK'] }),
    minTimeLimit: number({ min: 0 }),
    memoryMb: integer({ on: running, default: 8192, min: 64 }),
    maxOutputMb: integer({ on: running, default: 1000, min: 1 }),
  }),
  ...takenBy(executing, {
    maxAsLimit: integer({ min: 1 }),
    maxDataLimit: integer({ min: 1 }),
    maxStackLimit: integer({ min: 1 }),
  }),
  ...takenBy(judging, {
    allowDegraded: boolean({ on: [...judging, 'worker'], default: false }),
    cache: boolean({ default: true }),
  }),
  ...takenBy([...judging, 'cache'], {
    cacheMb: integer({ default: 2000, min: 0 }),
    cacheDays: number({ default: 90, min: 0 }),
  }),
  ...takenBy(reaching, { allowMixed: boolean({ default: false }), sandboxes: integer({ default: 4, min: 1 }) }),
  ...takenBy(executing, { e2bEndpoint: text({}), gradioEndpoint: text({ aliases: ['remote-execute-api'] }) }),
};

const scoring = {
  ...takenBy(executing, {
    strategy: choice(['upstream', 'last-fence', 'first-fence', 'merge-fences', 'entry-point', 'none'], {
      on: ['run', 'generate', 'sanitize', 'evaluate', 'serve'],
      default: 'upstream',
    }),
    calibrated: boolean({ on: running, default: true }),
    verdicts: choice(['strict', 'upstream'], { on: judging, default: 'strict' }),
    integrity: choice(['flags', 'audited', 'proven'], { on: [...executing, 'exec'], default: 'audited' }),
    confirmFailures: integer({ default: 0, min: 0 }),
    confirmPasses: integer({ default: 0, min: 0 }),
    safety: choice(['report', 'block', 'neutralize'], { on: running, default: 'report' }),
    safetyRules: text({ on: [...running, 'safety'] }),
    failFast: boolean({ on: [...executing, 'exec'], default: false }),
    noGt: boolean({ default: false }),
    minGt: number({ default: 0.99, min: 0, max: 1 }),
    passK: list({ default: ['1', '5', '10'] }),
    failBelow: number({ min: 0, max: 1 }),
  }),
};

const output = {
  ...takenBy(generating, {
    out: text({
      on: [...generating, 'report', 'serve', 'submit', 'export', 'audit', 'runs', 'compare', 'inspect', 'plan'],
      default: 'bcb_results',
      defaultOn: { submit: 'submission', export: 'exported' },
      aliases: ['root'],
    }),
    name: text({}),
    tag: list({ on: [...generating, 'runs', 'compare', 'leaderboard', 'report'] }),
    note: text({ on: [...generating, 'runs'] }),
    resume: boolean({ default: true }),
    reporter: list({ on: [...executing, 'report'] }),
    savePassRate: boolean({ on: executing, default: true }),
  }),
  ...takenBy('all', {
    json: boolean({ default: false }),
    quiet: boolean({ default: false }),
    color: boolean({}),
    yes: boolean({ default: false }),
    config: text({}),
  }),
};

/** How the help of a command with many options is divided. */
export const optionGroups = {
  'What is evaluated': what,
  'The model': model,
  'The sandbox': sandbox,
  Scoring: scoring,
  'Deciding early': deciding,
  Output: output,
};

const options = {
  ...what,
  ...model,
  ...scoring,
  ...sandbox,
  ...commandOptions,
  ...deciding,
  ...output,
  // A flag of the original that does nothing here.
  ...takenBy(generating, { bs: integer({ ignored: 'concurrency adapts to the provider' }) }),
} satisfies Record<string, DeclaredOption>;

export type OptionKey = keyof typeof options;

const texts = readJsonAsset<Readonly<Record<OptionKey, OptionText>>>('options.json');

const described = Object.entries(options).map(([key, option]) => [key, { ...option, ...texts[key as OptionKey] }]);

export const optionTable: { readonly [Key in OptionKey]: (typeof options)[Key] & OptionText } =
  Object.fromEntries(described);

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(optionTable, key);
}

export type Options = OptionValues<typeof optionTable>;
