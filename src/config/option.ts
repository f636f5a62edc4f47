/** The building blocks of the option table: the kinds of options and the types of their values. */

export const commandNames = [
  ...(['run', 'generate', 'sanitize', 'syncheck', 'evaluate', 'exec', 'inspect', 'report', 'dataset'] as const),
  ...(['prompt', 'env', 'doctor', 'model', 'worker', 'fleet', 'compare', 'leaderboard', 'submit'] as const),
  ...(['export', 'e2b', 'cache', 'view', 'serve', 'audit', 'analyze', 'runs', 'completion', 'safety'] as const),
] as const;

export type CommandName = (typeof commandNames)[number];

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

interface Option<Value> extends OptionDetails<Value> {
  readonly kind: OptionKind;
  readonly summary: string;
  readonly choices?: readonly string[];
}

export type OptionValue = string | number | boolean | readonly string[];

export type AnyOption = Option<OptionValue> & Taken;

interface Taken {
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
