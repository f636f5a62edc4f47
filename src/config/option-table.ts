/**
 * Every option of every command, once. Flags, `BCB_…` environment variables, config file keys, `--help` and
 * docs/reference come from here. The key is the config file's name; the flag is the same in kebab-case, and
 * `--n_samples` means `--n-samples`.
 */
import { commandOptions } from './command-options.ts';
import { type AnyOption, boolean, choice, integer, list, number, type OptionValues, text } from './option.ts';

const tasksOn = [
  ...(['run', 'generate', 'sanitize', 'syncheck', 'evaluate', 'exec', 'inspect'] as const),
  ...(['dataset', 'prompt', 'serve', 'audit', 'analyze'] as const),
] as const;
const generating = ['run', 'generate', 'evaluate'] as const;
const prompting = ['run', 'generate', 'evaluate', 'prompt'] as const;
const executing = ['run', 'evaluate'] as const;
/** Commands that judge solutions, local or sent by clients. */
const judging = [...executing, 'serve'] as const;
const running = [...judging, 'exec'] as const;
/** Commands that take --execution. */
const reaching = [...running, 'doctor', 'audit'] as const;
const sandboxed = [
  'run',
  'evaluate',
  'exec',
  'dataset',
  'doctor',
  'syncheck',
  'worker',
  'serve',
  'submit',
  'audit',
] as const;

export const optionTable = {
  // what is evaluated
  splits: list('Prompts: complete (docstring), instruct (natural language), or both', {
    on: ['run'],
    default: ['complete'],
    flag: 'split',
    aliases: ['split'],
  }),
  split: choice('Prompt: docstring or natural language', ['complete', 'instruct'], {
    on: ['generate', 'evaluate', 'inspect', 'prompt', 'leaderboard'],
    default: 'complete',
  }),
  subset: text('full, hard, quick, verified, starter, or a path: JSONL, parquet, or a folder of task folders', {
    on: [...tasksOn, 'view', 'leaderboard', 'submit'],
    default: 'full',
    defaultOn: { inspect: 'hard' },
    placeholder: 'NAME|PATH',
  }),
  select: list(
    'Tasks to use: 17, 20-30, lib:pandas, domain:time, hard, suspect, failed@RUN, sound@AUDIT; !… excludes',
    {
      on: tasksOn,
      aliases: ['selective-evaluate'],
      placeholder: 'SELECTOR',
    },
  ),
  exclude: list('Tasks to leave out, by the same selectors: suspect leaves out what the audit doubts', {
    on: tasksOn,
    placeholder: 'SELECTOR',
  }),
  idRange: text('Range of positions in the dataset, end exclusive', { on: tasksOn, placeholder: 'A-B' }),
  limit: integer('Only the first N of the selected tasks', { on: tasksOn, min: 1 }),
  datasetVersion: text('Version of the dataset, or the path of an edition of it; …@HASH insists on its hash', {
    on: [...tasksOn, 'view'],
    default: 'v0.1.4',
    env: ['BIGCODEBENCH_VERSION'],
  }),
  samples: text('Samples file or folder', { on: ['sanitize', 'syncheck', 'evaluate', 'submit'], placeholder: 'PATH' }),

  // models
  model: list('provider:model-id (see `bcb model list`), or a file that exports a model: ./mine.ts', {
    on: prompting,
    placeholder: 'MODEL',
  }),
  backend: choice(
    "The original's name for the provider",
    ['vllm', 'openai', 'mistral', 'anthropic', 'google', 'hf', 'hf-inference'],
    { on: prompting },
  ),
  baseUrl: text('Address of an OpenAI-compatible server', { on: prompting, placeholder: 'URL' }),
  revision: text('Model revision, part of file names', { on: generating, default: 'main' }),
  nSamples: integer('Number of answers per task', { on: generating, default: 1, min: 1 }),
  temperature: number('Sampling temperature', { on: prompting, default: 0, min: 0 }),
  topP: number('Nucleus sampling', { on: prompting, min: 0, max: 1 }),
  topK: integer('Sample from the k most likely tokens', { on: prompting, min: 0 }),
  frequencyPenalty: number('Frequency penalty', { on: prompting }),
  seed: integer('Seed of the first sample; each further sample adds one', { on: prompting }),
  stop: list('Stop strings, replacing the profile’s; may contain \\n, \\t, \\r, \\\\, \\, and \\u0041', {
    on: prompting,
    takesEscapes: true,
  }),
  greedy: boolean('Temperature 0, one sample', { on: prompting, default: false }),
  maxNewTokens: integer('Maximum number of tokens per answer', { on: prompting, default: 1280, min: 1 }),
  maxModelLen: integer('Context length of a vLLM server that we start', { on: generating, default: 12800, min: 1 }),
  tp: integer('Tensor parallelism of a vLLM server that we start', {
    on: generating,
    default: 1,
    min: 1,
    env: ['VLLM_N_GPUS'],
  }),
  loraPath: text('LoRA adapter for a vLLM server that we start', { on: generating }),
  trustRemoteCode: boolean('Let a vLLM server that we start run code of the model’s repository', {
    on: generating,
    default: false,
  }),
  tokenizerName: text('Tokenizer of a vLLM server that we start, if not the model’s own', { on: generating }),
  tokenizerLegacy: boolean('Use the slow tokenizer in a vLLM server that we start', { on: generating, default: false }),
  reasoningEffort: text('Reasoning effort, for models that support it', { on: prompting, default: 'medium' }),
  reasoningBudget: integer('Thinking token budget, for models that support it', { on: prompting, default: 0, min: 0 }),
  reasoningBeta: text('Beta header sent with a thinking budget', { on: prompting, default: 'output-128k-2025-02-19' }),
  stripNewlines: boolean('Strip newlines around the prompt', { on: prompting, default: false }),
  directCompletion: boolean('Base model: complete the raw prompt', { on: prompting, default: false }),
  instructionPrefix: text('Text before the problem', { on: prompting }),
  responsePrefix: text('Text to prefill the answer with', { on: prompting }),
  skipPrefill: boolean('Do not prefill the answer', { on: prompting, default: false }),
  requestProfile: text('Which request fields to send (see docs/guide/models.md)', { on: prompting }),
  concurrency: integer('Maximum concurrent requests (default: adapts to the provider)', { on: generating, min: 1 }),
  rpm: integer('Maximum requests per minute', { on: generating, min: 1 }),
  tpm: integer('Maximum tokens per minute', { on: generating, min: 1 }),
  requestTimeoutS: integer('Timeout of a request, in seconds', { on: generating, default: 600, min: 1 }),
  retry: list('Request these answers again: truncated, empty, refused, errors', { on: generating }),
  retryMaxNewTokens: integer('Maximum number of tokens for answers requested again', { on: generating, min: 1 }),
  maxCost: number('Stop before spending more than this many US dollars; resumable', { on: generating, min: 0 }),
  confirmAbove: number('Ask before spending more than this many US dollars, for all runs together', {
    on: generating,
    default: 1,
    min: 0,
  }),
  dryRun: boolean('Say which runs there would be, with tokens and dollars; nothing is sent', {
    on: ['run', 'generate'],
    default: false,
  }),
  localBatch: integer('Concurrent answers of an in-process model, each with its own core and context', {
    on: generating,
    default: 1,
    min: 1,
  }),

  // extracting code
  strategy: choice(
    'How to extract code from an answer',
    ['upstream', 'last-fence', 'first-fence', 'merge-fences', 'entry-point', 'none'],
    { on: ['run', 'generate', 'sanitize', 'evaluate', 'serve'], default: 'upstream' },
  ),
  calibrate: boolean('Restore the prompt in fenced answers first', { on: ['sanitize'], default: false }),
  inplace: boolean('Overwrite the samples file; the old one is saved as .bak', { on: ['sanitize'], default: false }),
  diff: boolean('Show what each strategy would extract; writes nothing', { on: ['sanitize'], default: false }),
  debugTask: text('Only this task', { on: ['sanitize'], placeholder: 'ID' }),
  nsampleCheck: integer('Number of samples each task must have', { on: ['syncheck'], min: 1 }),
  verbose: boolean('Show every finding', { on: ['syncheck', 'doctor'], default: false }),
  safety: choice('What the safety scan does', ['report', 'block', 'neutralize'], { on: running, default: 'report' }),
  safetyRules: text('Which safety rules count, and how severely; see `bcb safety rules`', {
    on: [...running, 'safety'],
    placeholder: 'FILE',
  }),

  integrity: choice(
    'Which passes must hold under the separate judge: none, 60 of a run drawn at random, or all',
    ['flags', 'audited', 'proven'],
    { on: [...executing, 'exec'], default: 'audited' },
  ),

  // execution
  execution: list('Where programs run: NAME or NAME:ADDRESS (see docs/guide)', {
    on: reaching,
    default: ['local'],
    keepsCommas: true,
    placeholder: 'NAME[:ADDRESS]',
  }),
  e2bEndpoint: text('Template for --execution e2b, as in the original', { on: executing, placeholder: 'NAME' }),
  gradioEndpoint: text('Address for --execution gradio, as in the original', {
    on: executing,
    aliases: ['remote-execute-api'],
    placeholder: 'URL',
  }),
  allowMixed: boolean('Allow workers with different environments', { on: reaching, default: false }),
  sandboxes: integer('Concurrent sandboxes for --execution e2b', { on: reaching, default: 4, min: 1 }),
  queue: text('Redis or Postgres of a fleet', { on: ['worker', 'fleet', 'doctor'], placeholder: 'URL' }),
  stdio: boolean('Read jobs from stdin, write executions to stdout', { on: ['worker'], default: false }),
  parallel: integer('Maximum concurrent programs; -1: as many as the machine can handle', {
    on: [...sandboxed, 'sanitize'],
    ignoredOn: { sanitize: 'one process is fast enough' },
    default: -1,
    min: -1,
    not: 0,
  }),
  isolation: choice(
    'Use this sandbox level instead of the strongest available',
    ['namespaces', 'shared', 'root', 'landlock', 'none'],
    { on: sandboxed, synonyms: { A: 'namespaces', B: 'shared', C: 'root', D: 'landlock' } },
  ),
  env: text('Folder of the Python environment to use', { on: sandboxed, placeholder: 'PATH' }),
  calibrated: boolean('Put the code prompt before each solution', { on: running, default: true }),
  timeLimit: text('`auto` (from ground truth), `upstream` (240 s), or seconds', {
    on: judging,
    default: 'auto',
    env: ['BIGCODEBENCH_TIMEOUT_PER_TASK'],
  }),
  minTimeLimit: number('Raise the minimum time limit above 20 s', { on: judging, min: 0 }),
  memoryMb: integer('Memory limit per program, in MB', { on: running, default: 8192, min: 64 }),
  maxAsLimit: integer('Also limit the address space of a program, in MB', { on: executing, min: 1 }),
  maxDataLimit: integer('Also limit the data segment of a program, in MB; --memory-mb holds anyway', {
    on: executing,
    min: 1,
  }),
  maxStackLimit: integer('Stack of a program, in MB (default: 10)', { on: executing, min: 1 }),
  maxOutputMb: integer('Stop a program that prints more than this, in MB; only the end of its output is kept', {
    on: running,
    default: 1000,
    min: 1,
  }),
  verdicts: choice('Whether skipped and missing tests fail (strict) or pass (upstream)', ['strict', 'upstream'], {
    on: judging,
    default: 'strict',
  }),
  confirmFailures: integer('Re-run failing samples this many times, each alone and with another seed', {
    on: executing,
    default: 0,
    min: 0,
  }),
  confirmPasses: integer('Re-run passing samples this many times, each alone and with another seed', {
    on: executing,
    default: 0,
    min: 0,
  }),
  failFast: boolean('Stop each program at its first failing test: the same score for less CPU, fewer details', {
    on: [...executing, 'exec'],
    default: false,
  }),
  missing: choice('What to do about tasks without a sample', ['fail', 'skip', 'zero'], {
    on: ['evaluate'],
    default: 'fail',
  }),
  checkGtOnly: boolean('Only check ground truth', { on: ['evaluate'], default: false }),
  noGt: boolean('Do not check ground truth', { on: executing, default: false }),
  minGt: number('Share of reference solutions that must pass on this machine', {
    on: executing,
    default: 0.99,
    min: 0,
    max: 1,
  }),
  allowDegraded: boolean('Continue even if the environment fails its checks', {
    on: [...judging, 'worker'],
    default: false,
  }),
  cache: boolean('Reuse executions of identical programs', { on: judging, default: true }),
  cacheMb: integer('Size of the cache of executions, in MB; what was used last is kept', {
    on: [...judging, 'cache'],
    default: 2000,
    min: 0,
  }),
  cacheDays: number('Days after which executions that were not used are forgotten', {
    on: [...judging, 'cache'],
    default: 90,
    min: 0,
  }),
  noExecute: boolean('Generate only', { on: ['evaluate'], default: false }),
  passK: list('Values of k for pass@k', { on: executing, default: ['1', '5', '10'] }),
  savePassRate: boolean('Write pass_at_k.json', { on: executing, default: true }),
  failBelow: number('Exit with 2 if pass@1 is below this', { on: executing, min: 0, max: 1 }),
  reporter: list('Also write NAME or NAME:FILE: json, csv, markdown, junit, github, html', {
    on: [...executing, 'report'],
  }),
  task: text('Task whose tests judge the solution', { on: ['exec'], placeholder: 'ID' }),
  solution: text('File with the solution', { on: ['exec'], placeholder: 'FILE' }),

  ...commandOptions,

  // run
  recipe: text('Repeat the run described by this manifest', { on: ['run'], placeholder: 'FILE' }),

  // everywhere
  out: text('Folder for results', {
    on: [...generating, 'report', 'serve', 'submit', 'export', 'audit', 'runs', 'compare', 'inspect'],
    default: 'bcb_results',
    defaultOn: { submit: 'submission', export: 'exported' },
    aliases: ['root'],
    placeholder: 'DIR',
  }),
  name: text('Name for these runs', { on: generating, placeholder: 'NAME' }),
  tag: list('Tags for these runs; where runs are read, only those with all of these tags', {
    on: [...generating, 'runs', 'compare', 'leaderboard', 'report'],
    placeholder: 'TAG',
  }),
  note: text('A note on these runs', { on: [...generating, 'runs'] }),
  resume: boolean('Resume an earlier run of the same command', { on: generating, default: true }),
  config: text('Config file instead of bigcodebench.config.{ts,js,json}', { on: 'all', placeholder: 'FILE' }),
  json: boolean('Print one JSON document on stdout and nothing else', { on: 'all', default: false }),
  quiet: boolean('Do not show progress', { on: 'all', default: false }),
  color: boolean('Use colors', { on: 'all' }),
  yes: boolean('Never ask for confirmation', { on: 'all', default: false }),

  // flags of the original that do nothing here
  bs: integer('Batch size', { on: generating, ignored: 'concurrency adapts to the provider' }),
} satisfies Record<string, AnyOption>;

export type OptionKey = keyof typeof optionTable;

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(optionTable, key);
}

/** The values of all options, after merging flags, environment, config file and defaults. */
export type Options = OptionValues<typeof optionTable>;
