/** A run whose verdicts go away while it is open in the explorer. */
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { needing } from '../../src/util/testing/needs.ts';
import { createDocuments } from '../../src/view/build-documents.ts';
import { createCatalog } from '../../src/view/catalog.ts';
import { createViewServer } from '../../src/view/create-view-server.ts';
import { createLoadedTasks } from '../../src/view/loaded-tasks.ts';
import { createPlace, evaluates, solution, taskId } from '../doors/place.ts';
import { chromium, launchBrowser, openPage } from './testing/browser.ts';
import { builtApp, webFolder } from './testing/recorded-view.ts';

const [yes, no] = [true, false];

/** A folder in which the same samples file is evaluated again and again, with other answers. */
async function createOut() {
  const place = await createPlace();
  return {
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    path: place.at('out'),
    runFolders: () => place.runFolders('out'),
    /** Judges these answers; each is this long. */
    async evaluate(passes: readonly boolean[], length: number, ...words: string[]) {
      const solutions = passes.map((isPass, number) => [`${solution(isPass, number)} # ${'-'.repeat(length)}`]);
      await place.writeSamples('out/s.jsonl', solutions);
      await place.carryOut(evaluates('--samples', 'out/s.jsonl', '--no-cache', '--no-gt', ...words));
    },
  };
}

test.each([
  ['shorter', 0],
  ['longer', 500],
])('a new log of it, %s than the old one, is read from its start', async (_, length) => {
  await using out = await createOut();
  await out.evaluate([yes, yes, no, yes, yes], 100);
  let time = 0;
  await using catalog = createCatalog({
    paths: [out.path],
    context: { tasks: createLoadedTasks(), readPublicTasks: async () => [] },
    now: () => (time += 10_000),
  });
  const documents = createDocuments(catalog);
  const [summary] = (await documents.runs()).runs;
  const before = await documents.run(summary?.id ?? '');
  expect(before?.run).toMatchObject({ state: 'finished', verdicts: 5, passed: 4 });

  await out.evaluate([no, yes, no, no, yes], length, '--no-resume');
  const after = await documents.run(summary?.id ?? '');
  expect(after?.run).toMatchObject({ state: 'finished', verdicts: 5, passed: 2, caveats: [] });
  const first = await documents.sample(summary?.id ?? '', { taskId: taskId(0), index: 0 });
  expect(first?.verdict.outcome).toBe('fail');
  // Who holds the rows of the old log must not take them for the first rows of the new one.
  const rows = await documents.rows(summary?.id ?? '', 5);
  expect(rows?.samples.epoch).not.toBe(before?.samples.epoch);
  expect(rows?.samples.epoch).toBe(after?.samples.epoch);
});

test('its page shows what changed answers are worth', needing(chromium, builtApp), async () => {
  await using out = await createOut();
  await out.evaluate([yes, yes, no, yes, yes], 0);
  const [folder = ''] = await out.runFolders();
  await using server = await createViewServer({
    paths: [out.path],
    port: 0,
    version: '0.0.0',
    readPublicTasks: async () => [],
    webFolder,
  });
  await using browser = await launchBrowser();
  const { page, complaints } = await openPage(browser, server.url);
  await page.goto(`${server.origin}/runs/${basename(folder)}`);
  const passes = page.getByRole('list', { name: 'Outcomes' }).getByRole('button', { name: /^pass/ });
  await expect.poll(() => passes.textContent()).toMatch(/4$/);

  await out.evaluate([no, yes, no, no, yes], 0);
  await expect.poll(() => passes.textContent(), { timeout: 30_000 }).toMatch(/2$/);
  const rows = page.getByRole('table', { name: 'Samples' }).locator('[data-row]');
  expect(await rows.count()).toBe(5);
  expect(complaints).toEqual([]);
});
