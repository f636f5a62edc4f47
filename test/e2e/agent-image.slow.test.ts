/** What an agent finds in the container of an exported task: nothing that tells how tasks are judged or solved. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import type { Task } from '../../src/schema/task.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { groupBy } from '../../src/util/group-by.ts';
import { recordedData } from '../../src/util/testing/recorded-data.ts';
import { root } from './testing/installed.ts';

/** The package as the image has it, in two parts: what agents get, and what is withheld from them. */
async function unpack(folder: string) {
  const [agents, withheld] = [join(folder, 'app'), join(folder, 'withheld')];
  await mkdir(agents);
  const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const archive = execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  execFileSync('tar', ['-xzf', join(folder, archive.trim()), '--strip-components=1', '-C', agents]);
  execFileSync(join(root, 'docker/withhold.sh'), [agents, withheld]);
  return { agents, withheld };
}

/** Shorter lines could be anybody's. */
const shortest = 24;

/** The lines by which tests judge and references solve, unless the prompt has them or they could be anybody's. */
function tellingLines({ test, canonicalSolution, completePrompt, instructPrompt }: Task): string[] {
  const lines = (code: string) => code.split('\n').map((line) => line.trim());
  const checks = lines(test).filter((line) => line.startsWith('self.assert') && line.length >= shortest);
  const solving = lines(canonicalSolution).filter((line) => line.length >= 40);
  return [...checks, ...solving].filter((line) => !`${completePrompt}${instructPrompt}`.includes(line));
}

/** The files below a folder that have any of these lines, plain or as JSON. */
async function findQuoting(folder: string, telling: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const byBeginning = groupBy(telling, (line) => line.slice(0, shortest));
  const quoting: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = (await readFile(path, 'utf8')).replaceAll('\\"', '"');
    for (let at = 0; at < text.length; at++) {
      const lines = byBeginning.get(text.slice(at, at + shortest));
      if (!lines?.some((line) => text.startsWith(line, at))) continue;
      quoting.push(relative(folder, path));
      break;
    }
  }
  return quoting;
}

describe('the package in the image of agents', () => {
  it('quotes neither tests nor solutions of the tasks, which the part withheld from it does', async () => {
    await using folder = await createTemporaryFolder();
    const { agents, withheld } = await unpack(folder.path);
    const sources = [{ subset: 'starter' }, ...recordedData.map(({ tasksFile }) => ({ overridePath: tasksFile }))];
    const sets = await Promise.all(sources.map((source) => loadTasks(source)));
    const telling = [...new Set(sets.flatMap(({ tasks }) => tasks).flatMap(tellingLines))];
    expect(await findQuoting(agents, telling)).toEqual([]);
    expect(await findQuoting(withheld, telling)).toEqual(
      expect.arrayContaining([
        'assets/findings/public-tasks.json',
        'examples/recorded-answers.jsonl',
        'tasks/007/test.py',
      ]),
    );
  }, 600_000);

  it('is all that the target `agent` has of it, and what exported tasks are built from', async () => {
    const [, ...stages] = (await readFile(join(root, 'docker/Dockerfile'), 'utf8')).split(/^FROM /m);
    const isOf = (name: string) => (stage: string) => stage.split('\n')[0]?.endsWith(` AS ${name}`);
    for (const name of ['base', 'agent']) expect(stages.find(isOf(name))).not.toContain('/withheld');
    expect(stages.find(isOf('agent'))).toMatch(/^base AS agent\n/);
    expect(stages.at(-1)).toBe('agent\nCOPY --from=package /withheld /opt/bigcodebench/app\n');
  });
});
