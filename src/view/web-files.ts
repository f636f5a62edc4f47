import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { fileError } from '../error/bigcodebench-error.ts';

/** Lies beside the app, but is none of its pages. */
const reportTemplate = 'report.html';

/** The built web app. Files are found by their name in a list, so no address ever becomes a path. */
export async function openWebFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw fileError(folder, `The web app is not built: there is no ${folder}; run \`npm run build\` first.`, { cause });
  });
  const names = new Map<string, string>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    if (entry.isFile() && name !== reportTemplate) names.set(name, path);
  }
  const read = (name: string) => readFile(names.get(name) ?? join(folder, 'index.html'));
  return {
    names: [...names.keys()],
    read,
    /** A file of the app; any other address is a page of it, and the app finds out which. */
    async respond(context: Context): Promise<Response> {
      const asked = context.req.path.slice(1);
      const isAsset = names.has(asked);
      // Names of assets carry a hash of their content; an asset that is not there is not a page.
      if (!isAsset && asked.startsWith('assets/')) return context.text('There is no such file.', 404);
      const name = isAsset ? asked : 'index.html';
      context.header('content-type', getMimeType(name) ?? 'application/octet-stream');
      context.header('cache-control', name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store');
      const bytes = await read(name);
      // The app is built for any folder; served, its pages lie at several depths.
      if (name === 'index.html') return context.body(bytes.toString('utf8').replaceAll('"./assets/', '"/assets/'));
      return context.body(new Uint8Array(bytes));
    },
  };
}
