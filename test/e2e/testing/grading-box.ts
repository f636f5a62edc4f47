import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runMain } from '../../../src/cli/testing/run-main.ts';
import { root } from './installed.ts';

const run = promisify(execFile);

export interface GradingBox {
  /** The folder that is `/` there, as far as it is not the machine's own. */
  readonly path: string;
  /** Runs a command there, then the grader; gives what it wrote. */
  grade(setUp: string, options?: GradeOptions): Promise<{ readonly reward: unknown; readonly log: string }>;
}

export interface GradeOptions {
  /** The answer; without it there is none, unless `setUp` makes one. */
  readonly solution?: string | undefined;
  /** Parts of /proc are covered, as container engines do it. */
  readonly isMasked?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** An exported task in a box like the containers of Harbor. */
export async function openGradingBox(taskId: string, subset = 'starter'): Promise<GradingBox> {
  const path = await mkdtemp(join(tmpdir(), 'grading-'));
  const words = ['export', 'harbor', 'exported', '--subset', subset, '--select', taskId, '--json'];
  await runMain(words, { cwd: path });
  const [{ tasks }] = JSON.parse(await readFile(join(path, 'exported', 'registry.json'), 'utf8'));
  const folder = join(path, 'exported', tasks[0].path);
  for (const name of ['solution', 'tests']) await cp(join(folder, name), join(path, name), { recursive: true });
  await mkdir(join(path, 'logs', 'verifier'), { recursive: true });
  await mkdir(join(path, 'app'));
  return {
    path,
    async grade(setUp, { solution, isMasked = false, env = {} } = {}) {
      if (solution !== undefined) await writeFile(join(path, 'app', 'solution.py'), solution);
      const command = `${setUp}\n/tests/test.sh; echo "exit $?"`;
      const variables = { ...process.env, BOX: isMasked ? 'masked' : '', ...env };
      const { stdout, stderr } = await run(
        join(root, 'test', 'peers', 'harbor', 'box.sh'),
        [path, 'sh', '-c', command],
        {
          env: variables,
        },
      );
      const text = await readFile(join(path, 'logs', 'verifier', 'reward.json'), 'utf8').catch(() => 'null');
      return { reward: JSON.parse(text), log: stdout + stderr };
    },
  };
}
