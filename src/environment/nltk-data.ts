import { createHash, randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { pathExists } from '../util/path-exists.ts';
import { type RunProgramOptions, runProgram } from '../util/run-program.ts';
import { makeReadableFolder } from './files.ts';
import { shippedFolder } from './lock.ts';
import { nltkFolder } from './manifest.ts';

/** The files that tasks read. Their hash names the data, whether it was downloaded or copied. */
const essentialFiles = [
  'corpora/stopwords/english',
  'corpora/words/en',
  'sentiment/vader_lexicon.zip',
  'taggers/averaged_perceptron_tagger/averaged_perceptron_tagger.pickle',
  'tokenizers/punkt/PY3/english.pickle',
];

/** What NLTK 3.9 and later read instead of pickles; made from these. */
const convertedFiles = [
  'taggers/averaged_perceptron_tagger_eng/averaged_perceptron_tagger_eng.weights.json',
  'tokenizers/punkt_tab/english/ortho_context.tab',
];

export interface InstallNltkDataOptions extends RunProgramOptions {
  readonly dataFolder: string;
  /** An interpreter that can import nltk. */
  readonly python: string;
  /** A folder to copy the data from; without one it is downloaded. */
  readonly source?: string | undefined;
}

/** Puts NLTK data into the data folder and returns its hash. If it cannot be downloaded, throws `NETWORK`. */
export async function installNltkData(options: InstallNltkDataOptions): Promise<string> {
  const { dataFolder, python, source } = options;
  const building = join(nltkFolder(dataFolder), `.building-${randomBytes(4).toString('hex')}`);
  if (source !== undefined && !(await pathExists(source))) {
    throw new BigCodeBenchError('BAD_INPUT', `${source} does not exist: pass a folder with NLTK data to --nltk-data.`);
  }
  await makeReadableFolder(building);
  try {
    const script = join(shippedFolder, 'collect_nltk.py');
    const words = source === undefined ? [building] : [building, source];
    const result = await runProgram([python, '-I', script, ...words], options);
    const last = result.stdout.trim().split('\n').at(-1) ?? '';
    const missing = result.code === 0 ? z.array(z.string()).parse(JSON.parse(last)) : ['everything'];
    if (missing.length > 0) throw missingError(missing, source);
    const hash = (await hashNltkData(building)).slice(0, 16);
    const folder = join(nltkFolder(dataFolder), hash);
    if (!(await pathExists(folder))) await rename(building, folder);
    return hash;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Throws if an essential file is missing. */
export async function hashNltkData(folder: string): Promise<string> {
  const digest = createHash('sha256');
  for (const name of [...essentialFiles, ...convertedFiles]) {
    const content = await readFile(join(folder, name)).catch(() => undefined);
    if (!content && convertedFiles.includes(name)) continue;
    if (!content) throw missingError([name], folder);
    digest.update(`${name}\0`).update(content);
  }
  return digest.digest('hex');
}

function missingError(missing: readonly string[], source: string | undefined): BigCodeBenchError {
  const what = missing.join(', ');
  if (source !== undefined) return new BigCodeBenchError('BAD_INPUT', `${source} lacks NLTK data: ${what}.`);
  const message = `NLTK data could not be downloaded (${what}), and 18 tasks fail without it: run \`bcb env install\` with the same profile and \`--nltk-data DIR\`, a folder that has it.`;
  return new BigCodeBenchError('NETWORK', message);
}
