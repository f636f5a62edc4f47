import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createViewServer } from '../../view/create-view-server.ts';
import { exportView } from '../../view/export-view.ts';
import { openView, type ViewOptions } from '../../view/open-view.ts';
import { registerView } from '../../view/open-views.ts';
import { type CommandContext, findPlaces, loadTasksFor, openFor } from '../command.ts';
import { typedPath, viewsFolder } from '../terminal/next-steps.ts';

const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));

export async function viewCommand(context: CommandContext): Promise<void> {
  const { options, positionals, version, cwd, stdout, signal, variables } = context;
  const { port, open, exec, export: exportFolder, demo } = options;
  const words = demo ? [join(packageFolder, 'bcb_results', 'demo')] : positionals;
  const named = await findPlaces(context, words);
  const view: ViewOptions = {
    // What is named must exist; the usual folder may still be made by a run.
    paths: named.length > 0 ? named : [resolve(cwd, 'bcb_results')],
    version,
    readPublicTasks: async () => (await loadTasksFor(context, [])).taskSet.tasks,
    webFolder: join(packageFolder, 'dist', 'web'),
  };
  if (exportFolder !== undefined) return exportTo(context, view, exportFolder);
  const openSandbox = exec ? (libs: readonly string[]) => openFor(context, { libs }) : undefined;
  await using server = await createViewServer({ ...view, port, openSandbox });
  const { origin, url } = server;
  const registered = { pid: process.pid, origin, paths: [...view.paths] };
  const unregister = await registerView(viewsFolder(variables), registered).catch(() => undefined);
  stdout.write(`${url}\n`);
  context.tell(`Showing ${view.paths.map((path) => typedPath(path, context)).join(', ')}; press Ctrl-C to stop.`);
  if (open && stdout.isTTY === true) openBrowser(url, variables);
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

type Openers = Partial<Record<NodeJS.Platform, readonly string[]>>;

const openers: Openers = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''], linux: ['xdg-open'] };

function openBrowser(url: string, variables: CommandContext['variables']): void {
  const [program, ...words] = openers[platform()] ?? [];
  const hasDesktop = platform() !== 'linux' || variables.DISPLAY || variables.WAYLAND_DISPLAY;
  if (program === undefined || !hasDesktop) return;
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
