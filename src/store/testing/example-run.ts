import { join } from 'node:path';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import type { LogEvent } from '../../schema/log-event.ts';
import type { RunHeader } from '../../schema/run-record.ts';
import type { Task } from '../../schema/task.ts';
import { keepTasks } from '../kept-tasks.ts';
import type { RunIdentity } from '../manifest.ts';
import { type OpenRunLogOptions, openRunLog, type RunWriter } from '../run-writer.ts';
import { events as example } from './example-events.ts';
import { exampleManifest } from './example-manifest.ts';

export interface ExampleRunOptions {
  /** Makes it another run. */
  readonly name?: string;
  readonly identity?: RunIdentity;
  readonly tasks?: readonly Task[];
  readonly header?: Partial<RunHeader>;
  readonly exports?: readonly string[];
  readonly events?: readonly LogEvent[];
  readonly fresh?: boolean;
  readonly sync?: OpenRunLogOptions['sync'];
}

export const exampleTasks = ['T/1', 'T/2'].map((id) => buildTask(id));

/** Opens a run whose journal holds these events; without any, it was just started. */
export async function openExampleRun(outDir: string, options: ExampleRunOptions = {}): Promise<RunWriter> {
  const { name = 'run', identity = { name }, tasks = exampleTasks, header, exports = [], events = [] } = options;
  const writer = await openRunLog({
    outDir,
    identity,
    fresh: options.fresh,
    sync: options.sync,
    describe: async () => {
      const file = await keepTasks(join(outDir, 'runs'), tasks);
      const dataset = { name: 'small', version: '1', hash: 'abc', file };
      const described = exampleManifest({ dataset, taskIds: tasks.map(({ id }) => id), ...header });
      return { ...described, exports: [...exports] };
    },
  });
  for (const event of events) await writer.append(event);
  return writer;
}

/** A finished run with one program for each sample, such as `{ 'T/1#0': 'right', 'T/2#0': 'wrong' }`. Returns its folder. */
export async function writeExampleRun(
  outDir: string,
  programs: Readonly<Record<string, string>>,
  options: ExampleRunOptions = {},
): Promise<string> {
  await using writer = await openExampleRun(outDir, options);
  await writer.append(example.judging());
  for (const [name, solution] of Object.entries(programs)) await writer.append(example.verdict(name, solution));
  const { verdictCount: verdicts, passedCount: passed } = writer.state;
  await writer.append(example.scored({ verdicts, passed }));
  return writer.path;
}
