import type { CommandContext } from '../command.ts';

/** Shows a download from its first piece on; shows nothing if the tasks are cached. */
export function showDownload(
  context: Pick<CommandContext, 'progress'>,
): (progress: { doneBytes: number; totalBytes: number }) => void {
  let progress: ReturnType<CommandContext['progress']> | undefined;
  return ({ doneBytes, totalBytes }) => {
    progress ??= context.progress({ label: 'downloading tasks (kB)', total: Math.ceil(totalBytes / 1000) });
    progress.update(Math.ceil(doneBytes / 1000));
    if (doneBytes >= totalBytes) progress.finish(`${(totalBytes / 1e6).toFixed(1)} MB`);
  };
}
