import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import { listRunFolders, readManifest } from '../store/manifest.ts';
import { pathExists } from '../util/path-exists.ts';
import { samplesEnding } from './foreign/every-eval-ever.ts';
import { inputsEnding } from './foreign/nemo-gym-rollouts.ts';
import type { ForeignKind } from './foreign/read-foreign.ts';

/** A `file` is an `…_eval_results.json`, a `matrix` a table of models and tasks. */
export interface ResultPlace {
  readonly kind: 'run' | 'bundle' | 'file' | 'matrix' | ForeignKind;
  readonly path: string;
}

export const resultsFilePattern = /[_.]?eval_results\.json(?:\.gz)?$/;

/**
 * Decides which results a path holds: the run, bundle, log or file that it names; of a folder, its runs, its bundles, and the
 * logs and result files that none of its runs wrote; where it has none of these, those of the folders in it.
 */
export function createResultFinder() {
  /** A manifest does not change once it is written. */
  const exportsOf = new Map<string, readonly string[]>();
  const readExports = async (run: string) => {
    const known = exportsOf.get(run) ?? (await readManifest(run).catch(() => undefined))?.exports ?? [];
    if (known.length > 0) exportsOf.set(run, known);
    return known;
  };
  const findIn = async (folder: string): Promise<ResultPlace[]> => {
    const names = await list(folder);
    if (names.includes('manifest.json') && names.includes('journal.jsonl')) return [{ kind: 'run', path: folder }];
    if (names.includes('submission.json')) return [{ kind: 'bundle', path: folder }];
    if (jobFiles.every((name) => names.includes(name))) return [{ kind: 'harbor', path: folder }];
    const runs = names.includes('runs') ? await listRunFolders(folder) : [];
    const files = names.filter((name) => resultsFilePattern.test(name));
    const written = files.length === 0 ? [] : (await Promise.all(runs.map(readExports))).flat();
    const bundles = await Promise.all(names.map((name) => pathExists(join(folder, name, 'submission.json'))));
    const listKind = (kindOf: (name: string, at: number) => ResultPlace['kind'] | false | undefined) =>
      names.flatMap((name, at) => {
        const kind = kindOf(name, at);
        return kind ? [{ kind, path: join(folder, name) }] : [];
      });
    return [
      ...runs.map((path) => ({ kind: 'run' as const, path })),
      ...listKind((_, at) => bundles[at] && 'bundle'),
      ...listKind((name) => files.includes(name) && !written.includes(name) && 'file'),
      ...listKind((name) => kindOfLog(name, names)),
    ];
  };
  return async (path: string): Promise<ResultPlace[]> => {
    const found = await stat(path).catch((cause: unknown) => {
      const sentence = `There is nothing at ${path}: name a run folder, a bundle, a log or a results file.`;
      throw fileError(path, sentence, { cause });
    });
    if (!found.isDirectory()) return [{ kind: await recognize(path), path }];
    const own = await findIn(path);
    if (own.length > 0) return own;
    const below = await Promise.all((await list(path)).map((name) => findIn(join(path, name))));
    return below.flat();
  };
}

/** What Harbor writes into the folder of a job, and not into that of a trial. */
const jobFiles = ['config.json', 'job.log', 'result.json'];

/** The log of another tool, by the name that this gives it among others in its folder. */
function kindOfLog(name: string, names: readonly string[]): ForeignKind | undefined {
  const has = (ending: string) => names.includes(name.replace(/\.jsonl?$/, ending));
  if (/\.eval$|^\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d.*\.json$/.test(name)) return 'inspect';
  if (name === 'traces.jsonl') return 'verifiers';
  if (name.endsWith('.json') && has(samplesEnding)) return 'every-eval-ever';
  return name.endsWith('.jsonl') && !name.endsWith(inputsEnding) && has(inputsEnding) ? 'nemo-gym' : undefined;
}

const beginBytes = 1 << 14;

/** How the files of each tool begin. */
const beginnings: readonly (readonly [pattern: RegExp, kind: ForeignKind])[] = [
  [/^\s*\{\s*"version":\s*\d+,\s*"status"/, 'inspect'],
  [/^\s*\{\s*"schema_version":[^{}]*"evaluation_id"/, 'every-eval-ever'],
  [/^\{"id":"\w+","env":\{/, 'verifiers'],
  [/^\{"responses_create_params":/, 'nemo-gym'],
];

async function recognize(path: string): Promise<ResultPlace['kind']> {
  if (path.endsWith('.csv')) return 'matrix';
  if (path.endsWith('.eval')) return 'inspect';
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(beginBytes), 0, beginBytes, 0);
  const text = buffer.toString('utf8', 0, bytesRead);
  return beginnings.find(([pattern]) => pattern.test(text))?.[1] ?? 'file';
}

/** Sorted; empty if it is not a folder. */
async function list(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
