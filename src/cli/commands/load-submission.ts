import { resolve } from 'node:path';
import { readModelInfo } from '../../compare/board/model-info-file.ts';
import { buildBundle } from '../../compare/bundle/build-bundle.ts';
import type { RunSource } from '../../compare/bundle/run-source.ts';
import { readRuns } from '../../compare/read-results.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { findPlace } from '../../run/find-place.ts';
import { createSanitizer } from '../../sanitize/sanitizer.ts';
import { readRawTexts } from '../../upstream/read-samples.ts';
import type { OutputFile } from '../../util/output-file.ts';
import type { CommandContext } from '../command.ts';

/** Reads the runs to submit and builds the files of a bundle. */
export async function loadSubmission(context: CommandContext, infoPath: string): Promise<OutputFile[]> {
  const { options, positionals, cwd, warn } = context;
  const infos = [...(await readModelInfo(infoPath)).values()];
  const [info] = infos;
  if (!info || infos.length > 1) {
    throw new BigCodeBenchError('BAD_INPUT', `${infoPath} must describe exactly the submitted model.`);
  }
  const sanitizer = await createSanitizer();
  const rawTexts = options.samples === undefined ? undefined : await readRawTexts(resolve(cwd, options.samples));
  const sources: RunSource[] = [];
  for (const path of positionals) {
    for (const log of await readRuns(await findPlace(path, cwd), { onWarning: warn })) {
      sources.push({ log, sanitizer, rawTexts });
    }
  }
  refuseMixed(sources);
  const sorted = sources.sort((a, b) => (labelOf(a) < labelOf(b) ? -1 : 1));
  return buildBundle(info, sorted);
}

/** A bundle is for one model, with each split once. */
function refuseMixed(sources: readonly RunSource[]): void {
  const models = new Set(sources.map(({ log }) => log.record.model.name));
  if (models.size > 1) {
    throw usageError(`A submission is for one model, but these runs are of ${[...models].join(', ')}.`);
  }
  const splits = sources.map(labelOf).sort();
  const twice = splits.find((split, at) => splits.indexOf(split) !== at);
  if (twice !== undefined) throw usageError(`There are two ${twice} runs: pass only the one that counts.`);
}

function labelOf({ log: { record } }: RunSource): string {
  return `${record.subset} ${record.split}`;
}
