import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDocumentSchema } from '../../schema/plan-document.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createRandom } from '../../util/random.ts';
import { runCommand } from '../testing/run-command.ts';
import { planCommand } from './plan.ts';

async function plan(...words: string[]) {
  const { out } = await runCommand(planCommand, { words: [...words, '--json'], cwd: import.meta.dirname });
  return planDocumentSchema.parse(JSON.parse(out));
}

describe('plan', () => {
  it('says how many tasks a gap takes, from the published models', async () => {
    const ten = await plan('--gap', '10');
    expect(ten).toMatchObject({ gap: 10, tasks_total: 1140, n_samples: 1, alpha: 0.05, power: 0.8 });
    expect(ten.fixed).toMatchObject({ enough: true });
    expect(ten.sequential.decided).toBeGreaterThan(0.95);
    const three = await plan('--gap', '3');
    expect(three.fixed).toMatchObject({ enough: false });
    expect(three.fixed.tasks).toBeGreaterThan(4 * ten.fixed.tasks);
    const several = await plan('--gap', '3', '--n-samples', '5');
    expect(several).toMatchObject({ chance: 0.5, chance_assumed: true });
    expect(several.fixed.tasks).toBeLessThan(three.fixed.tasks);
  });

  it('says what so many tasks can tell apart', async () => {
    const found = await plan('--max-tasks', '200');
    expect(found).toMatchObject({ max_tasks: 200, fixed: { enough: true } });
    expect(found.fixed.tasks).toBeLessThanOrEqual(200);
    expect(found.gap).toBeGreaterThan(8);
    expect(found.gap).toBeLessThan(12);
    expect(found.sequential.gap).toBeGreaterThan(found.gap);
    expect(found.sequential.decided).toBeGreaterThanOrEqual(0.75);
  });

  it('plans from a table of models, and from two results', async () => {
    await using folder = await createTemporaryFolder();
    const random = createRandom(4);
    const ids = Array.from({ length: 400 }, (_, at) => `T/${at}`);
    const rows = [0.3, 0.4, 0.6].map((share, at) => [`m${at}`, ...ids.map(() => Number(random() < share))].join(','));
    const table = (lines: string[]) => `${['Model', ...ids].join(',')}\n${lines.join('\n')}\n`;
    await writeFile(join(folder.path, 'all.csv'), table(rows));
    await writeFile(join(folder.path, 'a.csv'), table(rows.slice(0, 1)));
    await writeFile(join(folder.path, 'b.csv'), table(rows.slice(2)));
    const all = await plan('--gap', '10', '--matrix', join(folder.path, 'all.csv'));
    // Independent answers differ more often than those of published models.
    expect(all.discordance).toBeGreaterThan(0.4);
    const two = await plan(join(folder.path, 'a.csv'), join(folder.path, 'b.csv'));
    expect(two.gap).toBeGreaterThan(22);
    expect(two.gap).toBeLessThan(38);
  });

  it('says what that takes of a model in tokens and dollars, and what a budget can tell apart', async () => {
    const model = ['--model', 'openai:gpt-4o-mini', '--split', 'instruct', '--subset', 'starter'];
    const given = { cwd: import.meta.dirname, variables: { OPENAI_API_KEY: 'sk-test' } };
    const { out } = await runCommand(planCommand, { words: [...model, '--gap', '30'], ...given });
    expect(out).toMatch(/gap +tasks +tokens +cost\n/);
    expect(out).toMatch(/all at once +30\.0 points +\d+ +\d+,\d+ +\$0\.\d+\n/);
    const bought = await runCommand(planCommand, { words: [...model, '--budget', '0.005', '--json'], ...given });
    const { fixed, gap, cost_per_task: perTask } = planDocumentSchema.parse(JSON.parse(bought.out));
    expect(fixed.cost).toBeLessThanOrEqual(0.005);
    expect(fixed.tasks * Number(perTask)).toBeCloseTo(Number(fixed.cost), 10);
    expect(gap).toBeGreaterThan(20);
  });

  it('refuses what it cannot plan', async () => {
    await expect(plan()).rejects.toThrow('Say what to plan for');
    await expect(plan('--budget', '5')).rejects.toThrow('needs --model with a known price');
  });
});
