import { resolve } from 'node:path';
import { readModelInfo } from '../../compare/board/model-info-file.ts';
import { type BundleFile, buildBundle } from '../../compare/bundle/build-bundle.ts';
import { type RunSource, rawKey } from '../../compare/bundle/run-source.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { buildProgram } from '../../evaluate/jobs/program.ts';
import { createSanitizer } from '../../sanitize/sanitizer.ts';
import { listRuns } from '../../store/list-runs.ts';
import { readRun } from '../../store/read-run.ts';
import { readSamples } from '../../upstream/read-samples.ts';
import type { CommandContext } from '../command.ts';

/** Reads the runs to submit and builds the files of a bundle. */
export async function loadSubmission(context: CommandContext, infoPath: string): Promise<BundleFile[]> {
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
    for (const listed of await listRuns(resolve(cwd, path), { onWarning: warn })) {
      sources.push({ stored: await readRun(listed.path), sanitizer, rawTexts });
    }
  }
  refuseMixed(sources);
  const sorted = sources.sort((a, b) => (labelOf(a) < labelOf(b) ? -1 : 1));
  return buildBundle({ info, sources: sorted, buildProgram });
}

/** A bundle is for one model, with each split once. */
function refuseMixed(sources: readonly RunSource[]): void {
  const models = new Set(sources.map(({ stored }) => stored.record.model.name));
  if (models.size > 1) {
    throw new BigCodeBenchError(
      'USAGE',
      `A submission is for one model, but these runs are of ${[...models].join(', ')}.`,
    );
  }
  const splits = sources.map(labelOf).sort();
  const twice = splits.find((split, at) => splits.indexOf(split) !== at);
  if (twice !== undefined)
    throw new BigCodeBenchError('USAGE', `There are two ${twice} runs: pass only the one that counts.`);
}

function labelOf({ stored: { record } }: RunSource): string {
  return `${record.subset} ${record.split}`;
}

async function readRawTexts(path: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const { taskId, index, rawText } of readSamples(path)) {
    if (rawText !== undefined) texts.set(rawKey(taskId, index), rawText);
  }
  return texts;
}
