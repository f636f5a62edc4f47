/** The building blocks of the option table: what kinds of options there are and how their values are typed. */

export const commandNames = [
  'run',
  'generate',
  'sanitize',
  'syncheck',
  'evaluate',
  'exec',
  'inspect',
  'report',
  'dataset',
  'prompt',
  'env',
  'doctor',
  'model',
  'worker',
  'fleet',
  'compare',
  'leaderboard',
  'submit',
  'export',
  'e2b',
  'view',
  'serve',
] as const;

export type CommandName = (typeof commandNames)[number];

export type OptionKind = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'choice';

export interface OptionDetails<Value> {
  /** The commands that take it; `all` for common ones. */
  readonly on: readonly CommandName[] | 'all';
  readonly default?: Value;
  /** Where one command has another default. */
  readonly defaultOn?: Partial<Record<CommandName, Value>>;
  /** How the flag is spelled, where not as the key. */
  readonly flag?: string;
  /** Other spellings of the flag, without dashes in front. */
  readonly aliases?: readonly string[];
  /** Word that stands for the value in the help, such as `FILE`. */
  readonly placeholder?: string;
  /** Of a list: commas are part of a value; several values need the flag several times. */
  readonly keepsCommas?: true;
  /** Of a list: `\n`, `\t`, `\,` and the like are understood, and blanks are kept. */
  readonly takesEscapes?: true;
  /** Of a choice: other words for some of its values. */
  readonly synonyms?: Readonly<Record<string, Value>>;
  /** Environment variables read beside `BCB_…`. */
  readonly env?: readonly string[];
  /** A flag of the original that has no meaning here: accepted, and this is said once. */
  readonly ignored?: string;
  /** The same for some commands only. */
  readonly ignoredOn?: Partial<Record<CommandName, string>>;
  /** Smallest value of a number. */
  readonly min?: number;
  /** Largest value of a number. */
  readonly max?: number;
  /** A number between them that means nothing. */
  readonly not?: number;
}

export interface Option<Value> extends OptionDetails<Value> {
  readonly kind: OptionKind;
  readonly summary: string;
  readonly choices?: readonly string[];
}

export type OptionValue = string | number | boolean | readonly string[];

export type AnyOption = Option<OptionValue>;

type Builder<Value> = <const Details extends OptionDetails<Value>>(
  summary: string,
  details: Details,
) => Option<Value> & Details;

export const text: Builder<string> = (summary, details) => ({ kind: 'text', summary, ...details });
export const integer: Builder<number> = (summary, details) => ({ kind: 'integer', summary, ...details });
export const number: Builder<number> = (summary, details) => ({ kind: 'number', summary, ...details });
export const boolean: Builder<boolean> = (summary, details) => ({ kind: 'boolean', summary, ...details });
/** Values joined by commas, or the flag given several times. */
export const list: Builder<readonly string[]> = (summary, details) => ({ kind: 'list', summary, ...details });

export function choice<const Choice extends string, const Details extends OptionDetails<NoInfer<Choice>>>(
  summary: string,
  choices: readonly Choice[],
  details: Details,
): Option<Choice> & Details {
  return { kind: 'choice', summary, choices, ...details };
}

type ValueOf<Spec> = Spec extends Option<infer Value> ? Value : never;

/** Values of a table of options: always there where the option has a default, otherwise possibly absent. */
export type OptionValues<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends { default: unknown }
    ? ValueOf<Table[Key]>
    : ValueOf<Table[Key]> | undefined;
};
