/** What `npm run demo` runs and prints, without the weights of its language model. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { installed, recordedAnswers, root } from './testing/installed.ts';
import { findPrintedLines, runPrintedLine } from './testing/printed-lines.ts';

describeNeeding(installed)('the demo', { timeout: 600_000 }, () => {
  it('prints lines that all work as pasted, also with a model that was asked fewer tasks', async () => {
    await using folder = await createTemporaryFolder();
    const config = JSON.parse(await readFile(join(root, 'examples', 'demo.config.json'), 'utf8'));
    const [{ select }] = Object.values<{ select: string[] }>(config.models) as [{ select: string[] }];
    const models = { empty: { select } };
    await writeFile(join(folder.path, 'demo.config.json'), JSON.stringify({ ...config, models }));
    const env = { ...process.env, BCB_CACHE_DIR: join(folder.path, 'cache'), BCB_PROGRAM: 'bcb' };
    let visits = 0;
    const visit = async (url: string) => {
      visits += (await fetch(url)).status === 200 ? 1 : 0;
    };
    const run = (line: string) => runPrintedLine(line, { cwd: folder.path, env, visit });

    // No answer to these tasks runs for long.
    const asked = `--config demo.config.json --model canonical,replay:${recordedAnswers},empty --limit 12`;
    const { code, out, err } = await run(`bcb run ${asked}`);
    expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
    for (const tasks of ['12/12', '8/8']) expect(out).toContain(tasks);

    const lines = findPrintedLines(err);
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['run', 'inspect', 'view', 'compare']);
    for (const line of lines) {
      const ended = await run(line);
      expect({ line, ...ended, out: '' }).toEqual({ line, code: 0, out: '', err: expect.any(String) });
    }
    expect(visits).toBe(1);
  });
});
