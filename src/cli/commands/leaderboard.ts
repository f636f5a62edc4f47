import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { BuiltLeaderboard } from '../../compare/board/build-leaderboard.ts';
import { loadLeaderboard } from '../../compare/board/load-leaderboard.ts';
import { buildUpstreamFeed, prefixOf } from '../../compare/board/upstream-feed.ts';
import { formatRunResults } from '../../compare/bundle/build-bundle.ts';
import type { Result } from '../../compare/result.ts';
import { renderBoard, renderBoardCsv, renderBoardMarkdown } from '../../report/board/render-board.ts';
import { readRun } from '../../store/run-log.ts';
import type { OutputFile } from '../../util/output-file.ts';
import { renderBoardPage } from '../../view/render-pages.ts';
import { type CommandContext, findPlaces, writeFiles } from '../command.ts';

export async function leaderboardCommand(context: CommandContext): Promise<void> {
  const { options, positionals, cwd, variables, signal, colors, width } = context;
  const at = (path: string | undefined) => (path === undefined ? undefined : resolve(cwd, path));
  const built = await loadLeaderboard({
    ...options,
    paths: await findPlaces(context, positionals),
    matrix: at(options.matrix),
    published: at(options.published),
    modelInfo: at(options.modelInfo),
    filters: options,
    tags: options.tag,
    rankedBy: options.rankBy,
    variables,
    cwd,
    signal,
    onWarning: context.warn,
  });
  const { board } = built;
  if (options.site !== undefined) {
    const json = `${JSON.stringify(board, null, 2)}\n`;
    await writeFiles(context, resolve(cwd, options.site), [
      { path: 'index.html', content: renderBoardPage(built) },
      { path: 'leaderboard.json', content: json },
      { path: 'leaderboard.csv', content: renderBoardCsv(board) },
    ]);
  }
  if (options.upstream !== undefined) await writeUpstreamBoard(context, resolve(cwd, options.upstream), built);
  const render = options.markdown ? renderBoardMarkdown : options.csv ? renderBoardCsv : renderBoard;
  context.print(board, render(board, { colors, width }));
}

/** Writes what the original's board and its scripts read, including results of single models if available. */
async function writeUpstreamBoard(context: CommandContext, folder: string, built: BuiltLeaderboard): Promise<void> {
  const { entrants, taskIds, facts } = built;
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
  const { source, runId } = result;
  if (/eval_results\.json$/.test(source)) return { path, content: await readFile(source) };
  if (/eval_results\.json\.gz$/.test(source)) return { path, content: gunzipSync(await readFile(source)) };
  return runId === undefined ? undefined : { path, content: formatRunResults(await readRun(source)) };
}
