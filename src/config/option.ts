/** The building blocks of the option table: the kinds of options and the types of their values. */

/** What `bcb --help` lists, in workflow order. */
export const commandSummaries = {
  run: 'Generate, sanitize, execute, score and report, in one resumable stream',
  generate: 'Generate solutions with a model and write a samples file; resumable',
  dataset: 'Download, list, show and verify tasks; check your own task pack',
  sanitize: 'Extract the code from answers; --diff compares strategies',
  syncheck: 'List solutions that do not compile; exits with 2 if there are any',
  evaluate: 'Judge and score a samples file; --check-gt-only checks this environment',
  exec: 'Run programs in the sandbox: JSON Lines in, JSON Lines out',
  inspect: 'Write out unsolved tasks with their solutions and tracebacks, and summarize what fails',
  report: 'Create reports of a finished run',
  env: 'Install, show and verify the Python environment that programs run in',
  prompt: 'Show the exact request that a model would receive',
  model: 'List providers and keys; download a small local model',
  cache: 'Show what earlier runs left for later ones, and make it smaller',
  doctor: 'Check what this machine can do, what is missing, and which tasks that affects',
  view: 'Explore runs in the browser: why samples fail, and how models differ',
  worker: 'Run jobs for a fleet (--queue) or for one client (--stdio)',
  fleet: 'Show the workers of a fleet and the jobs in its queue',
  e2b: 'Build the template for the sandboxes of --execution e2b',
  serve: "Serve the sandbox over HTTP: our own API, reward APIs of trainers, the original's evaluation API",
  compare: 'Compare results: which one is better, where, and whether it could be chance',
  leaderboard: "Rank models with intervals, tiers and Elo; write a web page or the original leaderboard's files",
  submit: 'Create a bundle that others can check, or check one',
  safety: 'List the rules of the safety scan',
  audit: 'Ask whether tasks can be trusted: what their tests miss, demand unsaid, or leave to chance',
  analyze: "The paper's tables and more: tool use, gaps, correlations, solve rates, the dataset, the hard subset",
  export: 'Export runs to other tools: Inspect, the Hugging Face hub, Every Eval Ever',
  runs: 'List, rename and delete runs',
  completion: 'Print a script that makes bash, zsh or fish complete commands and options',
};

export type CommandName = keyof typeof commandSummaries;

export const commandNames = Object.keys(commandSummaries) as readonly CommandName[];

export type OptionKind = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'choice';

interface OptionDetails<Value> {
  /** The commands that take it, where not those of its neighbours in the table. */
  readonly on?: readonly CommandName[] | 'all';
  readonly default?: Value;
  readonly defaultOn?: Partial<Record<CommandName, Value>>;
  /** How the flag is spelled, where not as the key. */
  readonly flag?: string;
  /** Other spellings of the flag, without leading dashes. */
  readonly aliases?: readonly string[];
  /** Placeholder for the value in `--help`, such as `FILE`. */
  readonly placeholder?: string;
  /** For a list: commas are part of a value; repeat the flag for several values. */
  readonly keepsCommas?: true;
  /** For a list: `\n`, `\t`, `\,` and the like are understood, and white space is kept. */
  readonly takesEscapes?: true;
  /** For a choice: other words for some of its values, accepted but not shown. */
  readonly synonyms?: Readonly<Record<string, Value>>;
  /** Environment variables read besides `BCB_…`. */
  readonly env?: readonly string[];
  /** For a flag of the original that does nothing here: accepted but not shown; this reason is printed once. */
  readonly ignored?: string;
  /** The same for some commands only. */
  readonly ignoredOn?: Partial<Record<CommandName, string>>;
  readonly min?: number;
  readonly max?: number;
  /** A number in between that is not allowed. */
  readonly not?: number;
}

export interface Option<Value> extends OptionDetails<Value> {
  readonly kind: OptionKind;
  readonly summary: string;
  readonly choices?: readonly string[];
}

export type OptionValue = string | number | boolean | readonly string[];

export type AnyOption = Option<OptionValue> & Taken;

export interface Taken {
  /** The commands that take it; `all` for common ones. */
  readonly on: readonly CommandName[] | 'all';
}

/** Options that the same commands take, except where one names its own. */
export function takenBy<Table extends object>(
  on: Taken['on'],
  table: Table,
): { [Key in keyof Table]: Table[Key] & Taken } {
  const entries = Object.entries(table).map(([key, option]) => [key, { on, ...option }]);
  return Object.fromEntries(entries);
}

type Builder<Value> = <const Details extends OptionDetails<Value>>(
  summary: string,
  details: Details,
) => Option<Value> & Details;

export const text: Builder<string> = (summary, details) => ({ kind: 'text', summary, ...details });
export const integer: Builder<number> = (summary, details) => ({ kind: 'integer', summary, ...details });
export const number: Builder<number> = (summary, details) => ({ kind: 'number', summary, ...details });
export const boolean: Builder<boolean> = (summary, details) => ({ kind: 'boolean', summary, ...details });
/** Values separated by commas, or a repeated flag. */
export const list: Builder<readonly string[]> = (summary, details) => ({ kind: 'list', summary, ...details });

export function choice<const Choice extends string, const Details extends OptionDetails<NoInfer<Choice>>>(
  summary: string,
  choices: readonly Choice[],
  details: Details,
): Option<Choice> & Details {
  return { kind: 'choice', summary, choices, ...details };
}

type ValueOf<Spec> = Spec extends Option<infer Value> ? Value : never;

/** Values of a table of options: always present if the option has a default, otherwise possibly absent. */
export type OptionValues<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends { default: unknown }
    ? ValueOf<Table[Key]>
    : ValueOf<Table[Key]> | undefined;
};
