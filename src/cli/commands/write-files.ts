import { join } from 'node:path';
import { describeKeptFile, streamKeepingOld } from '../../util/keep-old-file.ts';
import type { OutputFile } from '../../util/output-file.ts';
import type { CommandContext } from '../command.ts';

/** Writes files into a folder; existing ones are saved aside, and it reports what it did. */
export async function writeFiles(
  { options, stderr }: CommandContext,
  folder: string,
  files: Iterable<OutputFile> | AsyncIterable<OutputFile>,
): Promise<void> {
  for await (const { path, content } of files) {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    const kept = await streamKeepingOld(join(folder, path), parts);
    if (!options.quiet) stderr.write(`${describeKeptFile(kept)}\n`);
  }
}
