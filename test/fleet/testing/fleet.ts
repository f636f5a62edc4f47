import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTasks } from '../../../src/dataset/load-tasks.ts';
import { type WorkerProcess, watchProcess } from '../../../src/executor/queue/testing/worker-process.ts';
import type { LogEvent } from '../../../src/schema/log-event.ts';
import { listRunFolders } from '../../../src/store/manifest.ts';
import { bin } from '../../e2e/testing/installed.ts';
import { runProgram } from '../../e2e/testing/run-program.ts';

const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
const poisonableScript = fileURLToPath(new URL('poisonable-worker-script.ts', import.meta.url));

/** A real `bcb worker` with a real sandbox, on one core. */
export async function startWorker(url: string, ...words: string[]): Promise<WorkerProcess> {
  const worker = watchProcess(
    spawn(process.execPath, [bin, 'worker', '--queue', url, '--parallel', '1', ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  await worker.says('ready: 1 slots');
  return worker;
}

/** A worker with a real sandbox that dies of every program with `# poison` in it, and whose lock is short. */
export function startPoisonableWorker(url: string): WorkerProcess {
  const words = ['--import', jiti, poisonableScript, url];
  return watchProcess(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] }));
}

export const samplesFile = 'samples.jsonl';

/** Answers to the starter tasks: right ones, slow ones, wrong ones and broken ones, no two the same. */
export async function writeSamples(folder: string, perTask: number): Promise<number> {
  const { tasks } = await loadTasks({ subset: 'starter' });
  await mkdir(folder, { recursive: true });
  const lines = tasks.flatMap(({ id, codePrompt, canonicalSolution }) =>
    Array.from({ length: perTask }, (_, n) => {
      const right = `# ${n}\n${codePrompt}${canonicalSolution}\n`;
      const programs = [
        right,
        `import time\ntime.sleep(1.5)\n${right}`,
        `# ${n}\ndef task_func(*given):\n    return 17\n`,
        '(',
      ];
      return JSON.stringify({ task_id: id, solution: `${programs[n % programs.length]}\n# ${n}\n` });
    }),
  );
  await writeFile(join(folder, samplesFile), `${lines.join('\n')}\n`);
  return lines.length;
}

/** Evaluates the samples of a folder with the built program, into a folder of its own below it. */
export async function evaluate(folder: string, name: string, ...words: string[]): Promise<string> {
  const all = ['--samples', samplesFile, '--subset', 'starter', '--out', name, '--no-cache', '--json', '--quiet'];
  return runProgram([bin, 'evaluate', ...all, ...words], {
    cwd: folder,
    environment: { BCB_CACHE_DIR: join(folder, `${name}-cache`) },
  });
}

/** One line a verdict, as they are in the journal; the reason and what was printed aside. */
export async function readVerdicts(folder: string, name: string): Promise<string[]> {
  const [run = ''] = await listRunFolders(join(folder, name));
  const journal = await readFile(join(run, 'journal.jsonl'), 'utf8');
  const events = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LogEvent);
  return events
    .flatMap((event) => (event.type === 'verdict' && event.verdict ? [event.verdict] : []))
    .map(({ taskId, index, outcome, tests }) => {
      const each = tests.map(({ name: test, outcome: result }) => `${test}=${result}`).join(' ');
      return `${taskId} ${index} ${outcome} ${each}`;
    })
    .sort();
}
