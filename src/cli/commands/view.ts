import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPlace } from '../../run/find-place.ts';
import type { ViewOptions } from '../../view/open-view.ts';
import { registerView } from '../../view/open-views.ts';
import type { Command, CommandContext } from '../command.ts';
import { openFor, runContextOf } from '../run-context.ts';
import { viewsFolder } from '../terminal/tell-open-view.ts';

const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));

export const viewCommand: Command = {
  name: 'view',
  arguments: [
    { usage: '[DIR…]', summary: 'Result folders, run folders, …_eval_results.json files; default bcb_results' },
  ],
  examples: ['bcb view', 'bcb view bcb_results other_results', 'bcb view --export site bcb_results'],
  async run(context) {
    const { options, positionals, version } = context;
    const { port, open, exec, export: exportFolder, demo } = options;
    const view: ViewOptions = {
      paths: await findPaths(context, demo ? [join(packageFolder, 'bcb_results', 'demo')] : positionals),
      version,
      readPublicTasks: () => readPublicTasks(context),
      webFolder: join(packageFolder, 'dist', 'web'),
    };
    if (exportFolder !== undefined) return exportTo(context, view, exportFolder);
    const sandbox = exec ? (libs: readonly string[]) => openFor(context, { libs }) : undefined;
    return serveView(context, view, { port, open, openSandbox: sandbox });
  },
};

type Serving = Pick<
  Parameters<typeof import('../../view/create-view-server.ts')['createViewServer']>[0],
  'port' | 'openSandbox'
>;

async function serveView(context: CommandContext, view: ViewOptions, serving: Serving & { open: boolean }) {
  const { stdout, signal, variables } = context;
  const { createViewServer } = await import('../../view/create-view-server.ts');
  await using server = await createViewServer({ ...view, ...serving });
  const unregister = await registerView(viewsFolder(variables), {
    pid: process.pid,
    origin: server.origin,
    paths: [...view.paths],
  }).catch(() => undefined);
  stdout.write(`${server.url}\n`);
  if (serving.open && stdout.isTTY === true) openBrowser(server.url, variables);
  if (!signal.aborted) await once(signal, 'abort');
  await unregister?.();
  return 0;
}

async function exportTo({ cwd, stdout, stderr, progress, signal }: CommandContext, options: ViewOptions, out: string) {
  const [{ openView }, { exportView }] = await Promise.all([
    import('../../view/open-view.ts'),
    import('../../view/export-view.ts'),
  ]);
  await using view = await openView(options);
  const folder = resolve(cwd, out);
  const line = progress({ label: 'writing files', total: undefined });
  const { files, backup } = await exportView({ ...view, folder, signal, onProgress: (done) => line.update(done) });
  line.finish(`${files} files`);
  if (backup !== undefined) stderr.write(`The previous ${folder} was saved as ${backup}.\n`);
  stdout.write(`${folder}\n`);
  return 0;
}

/** The requested folders. One that does not exist is an error, unless a run may still create it. */
async function findPaths({ cwd }: CommandContext, words: readonly string[]): Promise<string[]> {
  const paths = await Promise.all(words.map((word) => findPlace(word, cwd)));
  return paths.length > 0 ? paths : [resolve(cwd, 'bcb_results')];
}

async function readPublicTasks(context: CommandContext) {
  const { loadSelectedTasks } = await import('../../run/load-selected-tasks.ts');
  const { subset, datasetVersion } = context.options;
  const none = { select: [], exclude: [], idRange: undefined, limit: undefined };
  const request = { subset, datasetVersion, ...none, out: 'bcb_results' };
  return (await loadSelectedTasks(request, runContextOf(context))).taskSet.tasks;
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
