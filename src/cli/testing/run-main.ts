import type { Output } from '../../util/terminal.ts';
import { type MainInput, main } from '../main.ts';

export interface MainResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command line in this process and captures what it writes; throws errors, as `main` does. With `columns`, stdout
 * is a terminal of that width.
 */
export async function runMain(
  words: readonly string[],
  { columns, ...input }: Partial<MainInput> & { readonly columns?: number } = {},
): Promise<MainResult> {
  let out = '';
  let err = '';
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const stdout: Output = { write: (text) => (out += text), ...terminal };
  const stderr: Output = { write: (text) => (err += text) };
  const code = await main({
    words,
    version: '1.2.3',
    variables: {},
    cwd: '/nonexistent',
    stdout,
    stderr,
    stdin: (async function* () {})(),
    signal: new AbortController().signal,
    ...input,
  });
  return { code, out, err };
}
