import { join } from 'node:path';
import { resolveCacheFolder } from '../../util/cache-folder.ts';
import { findOpenView } from '../../view/open-views.ts';
import type { CommandContext } from '../command.ts';

/** Where processes that serve a view say so. */
export function viewsFolder(variables: CommandContext['variables']): string {
  return join(resolveCacheFolder(variables), 'views');
}

/** Prints the address of a run's live page when a `bcb view` that shows it is open. */
export async function tellOpenView(
  { variables, options, stderr }: CommandContext,
  run: { readonly runId: string; readonly path: string },
): Promise<void> {
  if (options.quiet) return;
  const origin = await findOpenView(viewsFolder(variables), run.path);
  if (origin !== undefined) stderr.write(`Live: ${origin}/runs/${run.runId}/live\n`);
}
