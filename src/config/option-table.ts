/**
 * Every option of every command, once. Flags, `BCB_…` environment variables, config file keys, `--help` and
 * docs/reference come from here. The key is the config file's name; the flag is the same in kebab-case, and
 * `--n_samples` means `--n-samples`.
 */
import { commandOptions } from './command-options.ts';
import { type AnyOption, boolean, choice, integer, list, number, type OptionValues, takenBy, text } from './option.ts';

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
const reaching = [...running, 'doctor', 'audit', 'analyze'] as const;
const sandboxed = [...reaching, 'dataset', 'syncheck', 'worker', 'submit'] as const;

const what = {
  ...takenBy(tasksOn, {
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
      { aliases: ['selective-evaluate'], placeholder: 'SELECTOR' },
    ),
    exclude: list('Tasks to leave out, by the same selectors: suspect leaves out what the audit doubts', {
      placeholder: 'SELECTOR',
    }),
    limit: integer('Only the first N of the selected tasks', { min: 1 }),
    idRange: text('Range of positions in the dataset, end exclusive', { placeholder: 'A-B' }),
    datasetVersion: text('Version of the dataset, or the path of an edition of it; …@HASH insists on its hash', {
      on: [...tasksOn, 'view'],
      default: 'v0.1.4',
      env: ['BIGCODEBENCH_VERSION'],
    }),
  }),
  ...takenBy(['evaluate'], {
    samples: text('Samples file or folder', {
      on: ['sanitize', 'syncheck', 'evaluate', 'submit'],
      placeholder: 'PATH',
    }),
    recipe: text('Repeat the run described by this manifest', { on: ['run'], placeholder: 'FILE' }),
    missing: choice('What to do about tasks without a sample', ['fail', 'skip', 'zero'], { default: 'fail' }),
    checkGtOnly: boolean('Only check ground truth', { default: false }),
    noExecute: boolean('Generate only', { default: false }),
  }),
};

const model = {
  ...takenBy(prompting, {
    model: list('provider:model-id (see `bcb model list`), or a file that exports a model: ./mine.ts', {
      placeholder: 'MODEL',
    }),
    backend: choice(
      "The original's name for the provider",
      ['vllm', 'openai', 'mistral', 'anthropic', 'google', 'hf', 'hf-inference'],
      {},
    ),
    baseUrl: text('Address of an OpenAI-compatible server', { placeholder: 'URL' }),
    nSamples: integer('Number of answers per task', { on: generating, default: 1, min: 1 }),
    temperature: number('Sampling temperature', { default: 0, min: 0 }),
    maxNewTokens: integer('Maximum number of tokens per answer', { default: 1280, min: 1 }),
    greedy: boolean('Temperature 0, one sample', { default: false }),
    topP: number('Nucleus sampling', { min: 0, max: 1 }),
    topK: integer('Sample from the k most likely tokens', { min: 0 }),
    frequencyPenalty: number('Frequency penalty', {}),
    seed: integer('Seed of the first sample; each further sample adds one', {}),
    stop: list('Stop strings, replacing the profile’s; may contain \\n, \\t, \\r, \\\\, \\, and \\u0041', {
      takesEscapes: true,
    }),
    reasoningEffort: text('Reasoning effort, for models that support it', { default: 'medium' }),
    reasoningBudget: integer('Thinking token budget, for models that support it', { default: 0, min: 0 }),
    reasoningBeta: text('Beta header sent with a thinking budget', { default: 'output-128k-2025-02-19' }),
    directCompletion: boolean('Base model: complete the raw prompt', { default: false }),
    instructionPrefix: text('Text before the problem', {}),
    responsePrefix: text('Text to prefill the answer with', {}),
    skipPrefill: boolean('Do not prefill the answer', { default: false }),
    stripNewlines: boolean('Strip newlines around the prompt', { default: false }),
    requestProfile: text('Which request fields to send (see docs/guide/models.md)', {}),
  }),
  ...takenBy(generating, {
    concurrency: integer('Maximum concurrent requests (default: adapts to the provider)', { min: 1 }),
    rpm: integer('Maximum requests per minute', { min: 1 }),
    tpm: integer('Maximum tokens per minute', { min: 1 }),
    requestTimeoutS: integer('Timeout of a request, in seconds', { default: 600, min: 1 }),
    retry: list('Request these answers again: truncated, empty, refused, errors', {}),
    retryMaxNewTokens: integer('Maximum number of tokens for answers requested again', { min: 1 }),
    maxCost: number('Stop before spending more than this many US dollars; resumable', { min: 0 }),
    confirmAbove: number('Ask before spending more than this many US dollars, for all runs together', {
      default: 1,
      min: 0,
    }),
    dryRun: boolean('Say which runs there would be, with tokens and dollars; nothing is sent', {
      on: ['run', 'generate'],
      default: false,
    }),
    localBatch: integer(
      'Concurrent answers of a `local:` model, each with a core of its own, or of `hf:` in one batch',
      {
        default: 1,
        min: 1,
      },
    ),
    revision: text('Model revision, part of file names', { default: 'main' }),
    maxModelLen: integer('Context length of a vLLM server that we start', { default: 12800, min: 1 }),
    tp: integer('Tensor parallelism of a vLLM server that we start', { default: 1, min: 1, env: ['VLLM_N_GPUS'] }),
    loraPath: text('LoRA adapter for a vLLM server that we start', {}),
    trustRemoteCode: boolean('Let a server that we start run code of the model’s repository', { default: false }),
    tokenizerName: text('Tokenizer of a server that we start, if not the model’s own', {}),
    tokenizerLegacy: boolean('Use the slow tokenizer in a server that we start', { default: false }),
    dtype: choice('Numbers that `hf:` computes with', ['bfloat16', 'float16', 'float32'], { default: 'bfloat16' }),
    device: text('Where `hf:` computes: `auto`, `cpu`, `cuda`, `cuda:1`, `mps`', { default: 'auto' }),
    attnImplementation: text('How `hf:` computes attention: `eager`, `sdpa`, `flash_attention_2`', {
      default: 'eager',
    }),
  }),
};

const sandbox = {
  ...takenBy(sandboxed, {
    execution: list('Where programs run: NAME or NAME:ADDRESS (see docs/guide)', {
      on: reaching,
      default: ['local'],
      keepsCommas: true,
      placeholder: 'NAME[:ADDRESS]',
    }),
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
      { synonyms: { A: 'namespaces', B: 'shared', C: 'root', D: 'landlock' } },
    ),
    env: text('Folder of the Python environment to use', { placeholder: 'PATH' }),
  }),
  ...takenBy(judging, {
    timeLimit: text('`auto` (from ground truth), `upstream` (240 s), or seconds', {
      default: 'auto',
      env: ['BIGCODEBENCH_TIMEOUT_PER_TASK'],
    }),
    minTimeLimit: number('Raise the minimum time limit above 20 s', { min: 0 }),
    memoryMb: integer('Memory limit per program, in MB', { on: running, default: 8192, min: 64 }),
    maxOutputMb: integer('Stop a program that prints more than this, in MB; only the end of its output is kept', {
      on: running,
      default: 1000,
      min: 1,
    }),
  }),
  ...takenBy(executing, {
    maxAsLimit: integer('Also limit the address space of a program, in MB', { min: 1 }),
    maxDataLimit: integer('Also limit the data segment of a program, in MB; --memory-mb holds anyway', { min: 1 }),
    maxStackLimit: integer('Stack of a program, in MB (default: 10)', { min: 1 }),
  }),
  ...takenBy(judging, {
    allowDegraded: boolean('Continue even if the environment fails its checks', {
      on: [...judging, 'worker'],
      default: false,
    }),
    cache: boolean('Reuse executions of identical programs', { default: true }),
  }),
  ...takenBy([...judging, 'cache'], {
    cacheMb: integer('Size of the cache of executions, in MB; what was used last is kept', { default: 2000, min: 0 }),
    cacheDays: number('Days after which executions that were not used are forgotten', { default: 90, min: 0 }),
  }),
  ...takenBy(reaching, {
    allowMixed: boolean('Allow workers with different environments', { default: false }),
    sandboxes: integer('Concurrent sandboxes for --execution e2b', { default: 4, min: 1 }),
  }),
  ...takenBy(executing, {
    e2bEndpoint: text('Template for --execution e2b, as in the original', { placeholder: 'NAME' }),
    gradioEndpoint: text('Address for --execution gradio, as in the original', {
      aliases: ['remote-execute-api'],
      placeholder: 'URL',
    }),
  }),
};

const scoring = {
  ...takenBy(executing, {
    strategy: choice(
      'How to extract code from an answer',
      ['upstream', 'last-fence', 'first-fence', 'merge-fences', 'entry-point', 'none'],
      { on: ['run', 'generate', 'sanitize', 'evaluate', 'serve'], default: 'upstream' },
    ),
    calibrated: boolean('Put the code prompt before each solution', { on: running, default: true }),
    verdicts: choice('Whether skipped and missing tests fail (strict) or pass (upstream)', ['strict', 'upstream'], {
      on: judging,
      default: 'strict',
    }),
    integrity: choice(
      'Which passes must hold under the separate judge: none, 60 of a run drawn at random, or all',
      ['flags', 'audited', 'proven'],
      { on: [...executing, 'exec'], default: 'audited' },
    ),
    confirmFailures: integer('Re-run failing samples this many times, each alone and with another seed', {
      default: 0,
      min: 0,
    }),
    confirmPasses: integer('Re-run passing samples this many times, each alone and with another seed', {
      default: 0,
      min: 0,
    }),
    safety: choice('What the safety scan does', ['report', 'block', 'neutralize'], { on: running, default: 'report' }),
    safetyRules: text('Which safety rules count, and how severely; see `bcb safety rules`', {
      on: [...running, 'safety'],
      placeholder: 'FILE',
    }),
    failFast: boolean('Stop each program at its first failing test: the same score for less CPU, fewer details', {
      on: [...executing, 'exec'],
      default: false,
    }),
    noGt: boolean('Do not check ground truth', { default: false }),
    minGt: number('Share of reference solutions that must pass on this machine', { default: 0.99, min: 0, max: 1 }),
    passK: list('Values of k for pass@k', { default: ['1', '5', '10'] }),
    failBelow: number('Exit with 2 if pass@1 is below this', { min: 0, max: 1 }),
  }),
};

const output = {
  ...takenBy(generating, {
    out: text('Folder for results', {
      on: [...generating, 'report', 'serve', 'submit', 'export', 'audit', 'runs', 'compare', 'inspect'],
      default: 'bcb_results',
      defaultOn: { submit: 'submission', export: 'exported' },
      aliases: ['root'],
      placeholder: 'DIR',
    }),
    name: text('Name for these runs', { placeholder: 'NAME' }),
    tag: list('Tags for these runs; where runs are read, only those with all of these tags', {
      on: [...generating, 'runs', 'compare', 'leaderboard', 'report'],
      placeholder: 'TAG',
    }),
    note: text('A note on these runs', { on: [...generating, 'runs'] }),
    resume: boolean('Resume an earlier run of the same command', { default: true }),
    reporter: list('Also write NAME or NAME:FILE: json, csv, markdown, junit, github, html', {
      on: [...executing, 'report'],
    }),
    savePassRate: boolean('Write pass_at_k.json', { on: executing, default: true }),
  }),
  ...takenBy('all', {
    json: boolean('Print one JSON document on stdout and nothing else', { default: false }),
    quiet: boolean('Do not show progress', { default: false }),
    color: boolean('Use colors', {}),
    yes: boolean('Never ask for confirmation', { default: false }),
    config: text('Config file instead of bigcodebench.config.{ts,js,json}', { placeholder: 'FILE' }),
  }),
};

/** How the help of a command with many options is divided. */
export const optionGroups = { what, model, sandbox, scoring, output };

export const optionTable = {
  ...what,
  ...model,
  ...scoring,
  ...sandbox,
  ...commandOptions,
  ...output,
  ...takenBy(generating, {
    // A flag of the original that does nothing here.
    bs: integer('Batch size', { ignored: 'concurrency adapts to the provider' }),
  }),
} satisfies Record<string, AnyOption>;

export type OptionKey = keyof typeof optionTable;

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(optionTable, key);
}

/** The values of all options, after merging flags, environment, config file and defaults. */
export type Options = OptionValues<typeof optionTable>;
