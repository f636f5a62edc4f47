import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findWeightsPython } from '../../environment/load-environment.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { requireProgram } from '../../util/run-program.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import { runMain } from '../testing/run-main.ts';

const script = fileURLToPath(new URL('../testing/make_tiny_model.py', import.meta.url));
const python = await findWeightsPython(process.env).catch(() => undefined);
const weights = { name: 'weights environment', isMet: python !== undefined };

async function makeModel(folder: string, ...flags: string[]): Promise<string> {
  const model = join(folder, 'tiny');
  await requireProgram([python ?? '', '-I', script, model, ...flags], { variables: process.env });
  return model;
}

const words = ['--subset', 'starter', '--limit', '2', '--max-new-tokens', '24', '--dtype', 'float32', '--json'];

describeNeeding(weights)('bcb generate with hf:', { timeout: 600_000 }, () => {
  test('loads a folder of weights with transformers and asks for two tasks', async () => {
    await using folder = await createTemporaryFolder();
    const model = await makeModel(folder.path);
    const input = { cwd: folder.path, variables: process.env };
    const { code, out } = await runMain(['generate', '--model', 'hf:tiny', '--local-batch', '2', ...words], input);
    expect(code).toBe(0);
    const [run] = JSON.parse(out).runs;
    expect(run).toMatchObject({ total: 2, answered: 2, missing: 0, usage: { output_tokens: 48 } });
    const lines = (await readFile(run.samples, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).finish_reason)).toEqual(['length', 'length']);
    expect(run.samples).toMatch(/tiny--main--bigcodebench-starter-complete--hf-0-1-sanitized_calibrated\.jsonl$/);
    const again = ['generate', '--model', model, '--backend', 'hf', ...words];
    const [sameWeights] = JSON.parse((await runMain(again, input)).out).runs;
    const texts = await Promise.all([run.samples, sameWeights.samples].map((path) => readFile(path, 'utf8')));
    const [first, second] = texts.map((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).raw_solution),
    );
    expect(second).toEqual(first);
  });

  test('weights without a chat template are a base model', async () => {
    await using folder = await createTemporaryFolder();
    await makeModel(folder.path, '--base');
    const input = { cwd: folder.path, variables: process.env };
    const { code, err } = await runMain(['generate', '--model', 'hf:tiny', ...words], input);
    expect(code).toBe(0);
    expect(err).toMatch(/tiny has no chat template, so it is asked to complete the raw prompt/);
  });

  test('a folder that is no model says so', async () => {
    await using folder = await createTemporaryFolder();
    const input = { cwd: folder.path, variables: process.env };
    const asked = runMain(['generate', '--model', 'hf:.', ...words], input);
    await expect(asked).rejects.toThrow(/The server for weights exited before it was ready \(exit 1\)/);
  });
});
