import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../util/parse-json.ts';

/** A view that a process on this machine is serving. Its token is not part of it. */
const openViewSchema = z.object({ pid: z.number().int(), origin: z.string(), paths: z.array(z.string()) });

/** Tells other commands that a view is open, until the returned function is called. */
export async function registerView(folder: string, view: z.infer<typeof openViewSchema>): Promise<() => Promise<void>> {
  const file = join(folder, `${view.pid}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(view), { mode: 0o600 });
  return () => rm(file, { force: true });
}

/** The address of an open view that shows what is at a path; undefined when there is none. */
export async function findOpenView(folder: string, path: string): Promise<string | undefined> {
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    // One that is half written, or was removed meanwhile, is none.
    const { data: view } = openViewSchema.safeParse(parseJson(text));
    if (view && isAlive(view.pid) && view.paths.some((shown) => isWithin(path, shown))) return view.origin;
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !way.startsWith('..');
}
