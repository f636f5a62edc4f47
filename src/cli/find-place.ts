import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandContext } from './command.ts';

/** A path, or the id of a run in `--out`. */
export async function findPlace(word: string, { cwd, options }: CommandContext): Promise<string> {
  const path = resolve(cwd, word);
  if (await stat(path).catch(() => undefined)) return path;
  return resolve(cwd, options.out ?? 'bcb_results', 'runs', word);
}
