/** In workflow order. What each is for, and how it is used, is in assets/commands.json. */
export const commandNames = [
  ...(['run', 'generate', 'dataset', 'sanitize', 'syncheck', 'evaluate', 'exec', 'inspect', 'report', 'env'] as const),
  ...(['prompt', 'model', 'cache', 'doctor', 'view', 'worker', 'fleet', 'e2b', 'serve', 'compare'] as const),
  ...(['plan', 'leaderboard', 'submit', 'safety', 'audit', 'analyze', 'export', 'runs', 'completion'] as const),
] as const;

export type CommandName = (typeof commandNames)[number];

export type OptionKind = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'choice';

export interface Taken {
  /** The commands that take it, where not those of its neighbours in the table; `all` for common ones. */
  readonly on: readonly CommandName[] | 'all';
}

interface OptionDetails<Value> extends Partial<Taken> {
  readonly default?: Value;
  readonly defaultOn?: Partial<Record<CommandName, Value>>;
  /** How the flag is spelled, where not as the key. */
  readonly flag?: string;
  /** Other spellings of the flag, without leading dashes. */
  readonly aliases?: readonly string[];
  /** For a list: commas are part of a value, or of one that begins like this; repeat the flag for several values. */
  readonly keepsCommas?: true | string;
  /** For a list: `\n`, `\t`, `\,` and the like are understood, and white space is kept. */
  readonly takesEscapes?: true;
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
  readonly choices?: readonly string[];
}

export type OptionValue = string | number | boolean | readonly string[];

/** What people read about an option: assets/options.json has it for each. */
export interface OptionText {
  readonly summary: string;
  /** For the value in `--help`, such as `FILE`. */
  readonly placeholder?: string;
}

export type DeclaredOption = Option<OptionValue> & Taken;

export type AnyOption = DeclaredOption & OptionText;

/** Options that the same commands take, except where one names its own. */
export function takenBy<Table extends object>(
  on: Taken['on'],
  table: Table,
): { [Key in keyof Table]: Table[Key] & Taken } {
  const entries = Object.entries(table).map(([key, option]) => [key, { on, ...option }]);
  return Object.fromEntries(entries);
}

type Builder<Value> = <const Details extends OptionDetails<Value>>(details: Details) => Option<Value> & Details;

export const text: Builder<string> = (details) => ({ kind: 'text', ...details });
export const integer: Builder<number> = (details) => ({ kind: 'integer', ...details });
export const number: Builder<number> = (details) => ({ kind: 'number', ...details });
export const boolean: Builder<boolean> = (details) => ({ kind: 'boolean', ...details });
/** Values separated by commas, or a repeated flag. */
export const list: Builder<readonly string[]> = (details) => ({ kind: 'list', ...details });

export function choice<const Choice extends string, const Details extends OptionDetails<NoInfer<Choice>>>(
  choices: readonly Choice[],
  details: Details,
): Option<Choice> & Details {
  return { kind: 'choice', choices, ...details };
}

type ValueOf<Spec> = Spec extends Option<infer Value> ? Value : never;

/** Values of a table of options: always present if the option has a default, otherwise possibly absent. */
export type OptionValues<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends { default: unknown }
    ? ValueOf<Table[Key]>
    : ValueOf<Table[Key]> | undefined;
};
