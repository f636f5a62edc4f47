import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { BuiltLeaderboard } from '../../compare/board/build-leaderboard.ts';
import { buildUpstreamFeed, prefixOf } from '../../compare/board/upstream-feed.ts';
import { formatRunResults } from '../../compare/bundle/run-results.ts';
import type { Result } from '../../compare/result.ts';
import { readRun } from '../../store/run-log.ts';
import type { OutputFile } from '../../util/output-file.ts';
import type { CommandContext } from '../command.ts';
import { writeFiles } from './write-files.ts';

/** Writes what the original's board and its scripts read, including results of single models if available. */
export async function writeUpstreamBoard(
  context: CommandContext,
  folder: string,
  { entrants, taskIds, facts }: BuiltLeaderboard,
): Promise<void> {
  const contenders = entrants.map(({ contender }) => contender);
  await writeFiles(context, folder, buildUpstreamFeed(contenders, { taskIds, facts }));
  for (const { contender, results } of entrants) {
    for (const result of Object.values(results)) {
      const file = await openResults(result, prefixOf(contender));
      if (file) await writeFiles(context, folder, [file]);
      else context.warn(`${contender.name}: ${result.source} contains no programs, so it is missing from results/.`);
    }
  }
}

/** The original counts only greedy single samples, and recognizes them by name. */
async function openResults(result: Result, prefix: string): Promise<OutputFile | undefined> {
  const { split = 'complete', subset } = result.conditions;
  const set = subset === 'hard' ? 'hard-' : '';
  const path = `results/${prefix}--bigcodebench-${set}${split}--bcb-0-1-sanitized_calibrated_eval_results.json`;
  if (/eval_results\.json$/.test(result.source)) return { path, content: await readFile(result.source) };
  if (/eval_results\.json\.gz$/.test(result.source))
    return { path, content: gunzipSync(await readFile(result.source)) };
  if (result.runId === undefined) return undefined;
  return { path, content: formatRunResults(await readRun(result.source)) };
}
