import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPlace } from '../../run/find-place.ts';
import { createViewServer } from '../../view/create-view-server.ts';
import { exportView } from '../../view/export-view.ts';
import { openView, type ViewOptions } from '../../view/open-view.ts';
import { registerView } from '../../view/open-views.ts';
import type { CommandContext } from '../command.ts';
import { loadTasksFor, openFor } from '../run-context.ts';
import { typedPath } from '../terminal/next-steps.ts';
import { viewsFolder } from '../terminal/tell-open-view.ts';

const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));

export async function viewCommand(context: CommandContext): Promise<void> {
  const { options, positionals, version, cwd } = context;
  const { port, open, exec, export: exportFolder, demo } = options;
  const words = demo ? [join(packageFolder, 'bcb_results', 'demo')] : positionals;
  const named = await Promise.all(words.map((word) => findPlace(word, cwd)));
  const view: ViewOptions = {
    // What is named must exist; the usual folder may still be made by a run.
    paths: named.length > 0 ? named : [resolve(cwd, 'bcb_results')],
    version,
    readPublicTasks: async () => (await loadTasksFor(context, [])).taskSet.tasks,
    webFolder: join(packageFolder, 'dist', 'web'),
  };
  if (exportFolder !== undefined) return exportTo(context, view, exportFolder);
  const sandbox = exec ? (libs: readonly string[]) => openFor(context, { libs }) : undefined;
  return serveView(context, view, { port, open, openSandbox: sandbox });
}

type Serving = Pick<Parameters<typeof createViewServer>[0], 'port' | 'openSandbox'> & { readonly open: boolean };

async function serveView(context: CommandContext, view: ViewOptions, serving: Serving): Promise<void> {
  const { stdout, signal, variables } = context;
  const shown = view.paths.map((path) => typedPath(path, context));
  await using server = await createViewServer({ ...view, ...serving });
  const unregister = await registerView(viewsFolder(variables), {
    pid: process.pid,
    origin: server.origin,
    paths: [...view.paths],
  }).catch(() => undefined);
  stdout.write(`${server.url}\n`);
  if (!context.options.quiet) context.stderr.write(`Showing ${shown.join(', ')}; press Ctrl-C to stop.\n`);
  if (serving.open && stdout.isTTY === true) openBrowser(server.url, variables);
  if (!signal.aborted) await once(signal, 'abort');
  await unregister?.();
}

async function exportTo({ cwd, stdout, stderr, progress, signal }: CommandContext, options: ViewOptions, out: string) {
  await using view = await openView(options);
  const folder = resolve(cwd, out);
  const line = progress({ label: 'writing files', total: undefined });
  const { files, backup } = await exportView({ ...view, folder, signal, onProgress: (done) => line.update(done) });
  line.finish(`${files} files`);
  if (backup !== undefined) stderr.write(`The previous ${folder} was saved as ${backup}.\n`);
  stdout.write(`${folder}\n`);
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
};

function openBrowser(url: string, variables: Readonly<Record<string, string | undefined>>): void {
  const [program, ...words] = openers[platform()] ?? [];
  const hasDesktop = platform() !== 'linux' || variables.DISPLAY || variables.WAYLAND_DISPLAY;
  if (program === undefined || !hasDesktop) return;
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
