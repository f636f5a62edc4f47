import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type OpenExecutor, openExecutor } from '../../run/open-executor.ts';
import { createViewServer } from '../../view/create-view-server.ts';
import type { TaskSetName } from '../../view/task-shelf.ts';
import type { Command, CommandContext } from '../command.ts';
import { openFor } from '../open-for.ts';
import { surroundingsOf } from '../surroundings.ts';
import { openBrowser } from '../terminal/open-browser.ts';

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** The command, with whatever opens its sandbox. */
export function createViewCommand(open: OpenExecutor = openExecutor): Command {
  return {
    name: 'view',
    arguments: [
      { usage: '[DIR…]', summary: 'folders of results, run folders, …_eval_results.json; default bcb_results' },
    ],
    examples: ['bcb view', 'bcb view bcb_results other_results', 'bcb view --export site bcb_results'],
    async run(context) {
      const { options, positionals, cwd, stdout, signal } = context;
      const paths = (positionals.length > 0 ? positionals : ['bcb_results']).map((path) => resolve(cwd, path));
      const loadTaskSet = (name: TaskSetName) => loadTasks(context, name);
      await using server = await createViewServer({
        paths,
        port: options.port,
        version: context.version,
        loadTaskSet,
        webFolder,
        ...(options.exec ? { openSandbox: (libs) => openFor(context, open, libs) } : {}),
      });
      stdout.write(`${server.url}\n`);
      if (options.open && stdout.isTTY === true) openBrowser(server.url, context.environment);
      await new Promise<void>((done) => {
        if (signal.aborted) done();
        signal.addEventListener('abort', () => done(), { once: true });
      });
      return 0;
    },
  };
}

async function loadTasks(context: CommandContext, { subset, version }: TaskSetName) {
  const { loadSelectedTasks } = await import('../../run/load-selected-tasks.ts');
  const { taskSet } = await loadSelectedTasks(
    {
      subset: subset === 'full' ? context.options.subset : subset,
      datasetVersion: version ?? context.options.datasetVersion,
      select: [],
      out: 'bcb_results',
    },
    surroundingsOf(context),
  );
  if (taskSet.tasks.length === 0) throw new BigCodeBenchError('DATASET', 'There are no tasks.');
  return taskSet;
}
