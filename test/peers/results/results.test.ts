/** Results of Inspect and Harbor, written by these tools, against McNemar's test of statsmodels over what these tools read. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/compare/compare-results.ts';
import { createTemporaryFolder } from '../../../src/testing/temporary-folder.ts';
import { needing } from '../../../src/util/testing/needs.ts';

const { BCB_PEER_INSPECT: inspect = '', BCB_PEER_HARBOR: harbor = '' } = process.env;
const peer = (path: string) => ({ name: 'peers (test/peers/README.md)', isMet: path !== '' && existsSync(path) });
const script = (name: string) => join(import.meta.dirname, name);
const run = promisify(execFile);
const timeout = 600_000;

/** The four counts, and the p of statsmodels, of two results. */
async function testByStatsmodels(kind: string, python: string, a: string, b: string): Promise<number[]> {
  const { stdout } = await run(python, [script('mcnemar.py'), kind, a, b]);
  const numbers = stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
  if (numbers.length > 4) return numbers.map(Number);
  return (await run(inspect, [script('mcnemar.py'), 'counts', ...numbers])).stdout.trim().split(' ').map(Number);
}

async function testByUs(a: string, b: string) {
  const { comparisons } = await compareRuns([a, b]);
  const [{ both = 0, only_a = 0, only_b = 0, neither = 0, p = 0 } = {}] = comparisons;
  return [both, only_a, only_b, neither, p];
}

const closeTo = (numbers: readonly number[]) => numbers.map((number) => expect.closeTo(number, 9));

describe('results of other tools', () => {
  it.each([
    ['1101001110110010111101011101011011110111', '#0101001010110010011001000101010011010110'],
    ['1111000011110000111100001111000011110000', '#0000111111110000000011110000111100001111'],
  ])('Inspect: %s', { ...needing(peer(inspect)), timeout }, async (first, second) => {
    await using folder = await createTemporaryFolder();
    const write = async (format: string, name: string, pattern: string) => {
      const out = join(folder.path, name);
      await run(inspect, [script('make_inspect_log.py'), out, format, name, pattern]);
      return join(out, (await readdir(out))[0] ?? '');
    };
    const [a, b] = [await write('eval', 'first', first), await write('json', 'second', second)];
    const expected = await testByStatsmodels('inspect', inspect, a, b);
    expect(await testByUs(a, b)).toEqual(closeTo(expected));
  });

  it('Harbor', { ...needing(peer(harbor), peer(inspect)), timeout }, async () => {
    await using folder = await createTemporaryFolder();
    // The oracle leaves a file and nop does not; each task says which of that is right.
    const isRight = (number: number, hasFile: boolean) => (hasFile ? number % 4 !== 0 : number % 5 === 0);
    for (let number = 0; number < 12; number++) {
      const name = `complete-${String(number).padStart(4, '0')}`;
      const write = async (path: string, content: string) => {
        const file = join(folder.path, 'tasks', `bigcodebench-${name}`, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
        await chmod(file, 0o755);
      };
      await write('instruction.md', 'Write it.\n');
      await write(
        'task.toml',
        `schema_version = "1.4"\n[task]\nname = "bigcodebench/${name}"\n[environment]\nworkdir = "/app"\n`,
      );
      await write('environment/Dockerfile', 'FROM scratch\n');
      await write('solution/solve.sh', '#!/bin/sh\necho "x = 1" > /app/solution.py\n');
      const [withFile, without] = [true, false].map((hasFile) => Number(isRight(number, hasFile)));
      await write(
        'tests/test.sh',
        `#!/bin/sh\nif [ -e /app/solution.py ]; then reward=${withFile}; else reward=${without}; fi\nprintf '{"reward": %s}' $reward > /logs/verifier/reward.json\n`,
      );
    }
    const variables = { ...process.env, PYTHONPATH: join(import.meta.dirname, '../harbor'), HARBOR_TELEMETRY: '0' };
    for (const agent of ['oracle', 'nop']) {
      const words = ['run', '-p', 'tasks', '-a', agent, '--env', 'bubblewrap:Bubblewrap', '-n', '2', '-o', 'jobs'];
      await run(harbor, [...words, '--job-name', agent, '--yes'], { cwd: folder.path, env: variables });
    }
    const [oracle, nop] = [join(folder.path, 'jobs/oracle'), join(folder.path, 'jobs/nop')];
    const expected = await testByStatsmodels('harbor', join(dirname(harbor), 'python'), oracle, nop);
    expect(expected.slice(0, 4)).toEqual([2, 7, 1, 2]);
    expect(await testByUs(oracle, nop)).toEqual(closeTo(expected));
  });
});
