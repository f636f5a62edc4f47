import { join, resolve } from 'node:path';
import type { BuiltLeaderboard } from '../../compare/board/build-leaderboard.ts';
import { loadLeaderboard } from '../../compare/board/load-leaderboard.ts';
import { renderBoard, renderBoardCsv, renderBoardMarkdown } from '../../report/board/render-board.ts';
import { findPlace } from '../../run/find-place.ts';
import { describeKeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import type { Command, CommandContext } from '../command.ts';

export const leaderboardCommand: Command = {
  name: 'leaderboard',
  arguments: [{ usage: '[DIR…]', summary: 'Folders of results, run folders, bundles or …_eval_results.json files' }],
  examples: [
    'bcb leaderboard bcb_results',
    'bcb leaderboard --matrix matrix.csv --published results.json --site board',
    'bcb leaderboard --matrix matrix.csv --elo upstream --json',
  ],
  async run(context) {
    const { options, positionals, cwd, variables, signal, stdout, colors } = context;
    const { include, type, openness, size } = options;
    const at = (path: string | undefined) => (path === undefined ? undefined : resolve(cwd, path));
    const built = await loadLeaderboard({
      paths: await Promise.all(positionals.map((word) => findPlace(word, cwd))),
      tags: options.tag,
      matrix: at(options.matrix),
      published: at(options.published),
      modelInfo: at(options.modelInfo),
      split: options.split,
      subset: options.subset,
      filters: { include, type, openness, size },
      rankedBy: options.rankBy,
      elo: options.elo,
      resamples: options.resamples,
      allowMismatch: options.allowMismatch,
      variables,
      cwd,
      signal,
      onWarning: context.warn,
    });
    const { board } = built;
    if (options.site !== undefined) await writeSite(context, resolve(cwd, options.site), built);
    if (options.upstream !== undefined) {
      const { writeUpstreamBoard } = await import('./write-upstream-board.ts');
      await writeUpstreamBoard(context, resolve(cwd, options.upstream), built);
    }
    if (options.json) stdout.write(`${JSON.stringify(board, null, 2)}\n`);
    else if (options.markdown) stdout.write(renderBoardMarkdown(board));
    else if (options.csv) stdout.write(renderBoardCsv(board));
    else stdout.write(renderBoard(board, { colors, width: context.width }));
    return 0;
  },
};

async function writeSite(context: CommandContext, folder: string, built: BuiltLeaderboard) {
  const { renderBoardPage } = await import('../../view/render-board-page.ts');
  const { board } = built;
  const files = {
    'index.html': renderBoardPage(built),
    'leaderboard.json': `${JSON.stringify(board, null, 2)}\n`,
    'leaderboard.csv': renderBoardCsv(board),
  };
  for (const [name, content] of Object.entries(files)) {
    const kept = await writeKeepingOld(join(folder, name), content);
    if (!context.options.quiet) context.stderr.write(`${describeKeptFile(kept)}\n`);
  }
}
