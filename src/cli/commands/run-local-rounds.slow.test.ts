/** Rounds of repair with the small model of the demo, in the real sandbox. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasRuntime } from '../../model/local/llama-runtime.ts';
import { catalog, modelFile } from '../../model/local/pull-model.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { needing } from '../../util/testing/needs.ts';
import { runMain } from '../testing/run-main.ts';

const [entry] = catalog;
const isPulled = entry !== undefined && hasRuntime(process.env) && existsSync(modelFile(entry, process.env));
const model = needing({ name: 'the local model', isMet: isPulled });

it('a model that repairs nothing ends with a table that says so', { ...model, timeout: 1_200_000 }, async () => {
  await using folder = await createTemporaryFolder();
  const words = ['run', '--model', 'local:smollm2-135m', '--subset', 'starter', '--limit', '2', '--rounds', '2'];
  const settings = ['--max-new-tokens', '40', '--integrity', 'flags', '--out', folder.path];
  const run = (...more: string[]) =>
    runMain([...words, ...settings, ...more], { variables: process.env, cwd: folder.path });
  const { out } = await run();
  expect(out).toMatch(/first answers +0\.0% \(0\.0–\d\d\.\d\) +2 asked +[\d,]+ tokens/);
  expect(out).toMatch(/round 2 +0\.0% .* gain \+0\.0 \[.*\] +2 asked/);
  expect(out).toMatch(/repaired +0 +failed at first/);
  expect(out).not.toMatch(/NaN|Infinity|per solved/);
  const [document] = JSON.parse((await run('--json')).out).runs;
  expect(document).toMatchObject({ 'pass@1': 0, repaired: 0, broken: 0, recall: 0, mrr: 0 });
  expect(document.rounds).toMatchObject([{ asked: 2 }, { asked: 2 }, { asked: 2 }]);
  expect(document).not.toHaveProperty('fresh');
});
