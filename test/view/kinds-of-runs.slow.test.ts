/** Pages that the recorded results do not fill: a grid of runs, and answers that failed in every way. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashProgram } from '../../src/evaluate/jobs/program.ts';
import { buildTask } from '../../src/evaluate/testing/tasks.ts';
import { calibrationOf } from '../../src/schema/task.ts';
import { events } from '../../src/store/testing/example-events.ts';
import { openExampleRun, writeExampleRun } from '../../src/store/testing/example-run.ts';
import { createScriptedExecutor } from '../../src/testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { createViewServer, type ViewServer } from '../../src/view/create-view-server.ts';
import { chromium, launchBrowser, type OpenedPage, openPage } from './testing/browser.ts';
import { expectNoFault, findHindrances, settle } from './testing/look-at-page.ts';
import { builtApp, webFolder } from './testing/recorded-view.ts';

const grid = ['openai:strong', 'openai:weak'].flatMap((model) => [0, 0.2, 0.8].map((t) => ({ model, t })));
const gridNames = grid.map(({ model, t }) => `${model} · T ${t}`).sort();

const testSource = [
  'import unittest',
  'class TestCases(unittest.TestCase):',
  '    def test_one(self):',
  '        self.assertEqual(task_func(), 1)',
  '    def test_two(self):',
  '        self.assertEqual(task_func(), 1)',
].join('\n');
const names = ['timeout', 'syntax', 'refusal', 'repair'] as const;
const tasks = names.map((name) => buildTask(`Odd/${name}`, { test: testSource }));
const calibrationLines = calibrationOf(tasks[0] ?? buildTask('')).split('\n').length - 1;

const endless = 'import time\ndef task_func():\n    while True:\n        time.sleep(1)';
const endlessLines = calibrationLines + endless.split('\n').length;
const stack = [
  `  File "__test__.py", line ${endlessLines + 4}, in test_one`,
  `  File "__test__.py", line ${calibrationLines + 4}, in task_func`,
].join('\n');
const ended = (outcome: 'pass' | 'fail' | 'not-run' | 'missing', message?: string) =>
  ['test_one', 'test_two'].map((name) => ({ name, outcome, ms: 1, message }));
const notRun = ended('not-run');
const timeout = { outcome: 'timeout', status: 'timeout', reason: 'wall', wallMs: 60_000, stack } as const;
const broken = 'def task_func():\n    return (';
const syntaxLine = calibrationLines + 2;
const syntaxError = `SyntaxError: '(' was never closed (__test__.py, line ${syntaxLine})`;
const refusal = "I'm sorry, but I cannot help with that.";
const [first, repaired] = ['def task_func():\n    return 2', 'def task_func():\n    return 1'];
const message = 'Traceback (most recent call last):\nAssertionError: 2 != 1\n';

describeNeeding(chromium, builtApp)('a grid, and every way to fail', () => {
  let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
  let browser: Browser;
  let server: ViewServer;
  let opened: OpenedPage;
  let odd: string;

  beforeAll(async () => {
    folder = await createTemporaryFolder();
    for (const { model, t } of grid) {
      const parameters = { temperature: t };
      const isRight = model === 'openai:strong' || t < 0.5;
      await writeExampleRun(
        folder.path,
        { 'T/1#0': 'right', 'T/2#0': isRight ? 'right' : 'wrong' },
        { name: `${model} ${t}`, header: { model: { name: model, parameters, nSamples: 1 } } },
      );
    }
    const repair = { repair: { round: 1, parent: hashProgram(first), feedback: 'test_one failed: 2 != 1' } };
    await using writer = await openExampleRun(folder.path, {
      tasks,
      header: { model: { name: 'local:odd' }, subset: 'odd' },
      events: [
        events.judging(),
        events.answer('Odd/timeout#0', endless),
        events.verdict('Odd/timeout#0', endless, {
          ...timeout,
          tests: [...ended('missing').slice(0, 1), ...notRun.slice(1)],
        }),
        events.answer('Odd/syntax#0', broken),
        events.verdict('Odd/syntax#0', broken, {
          outcome: 'error',
          status: 'fail',
          reason: syntaxError,
          tests: notRun,
        }),
        events.answer('Odd/refusal#0', refusal),
        events.verdict('Odd/refusal#0', '', { outcome: 'error', status: 'fail', reason: 'NameError', tests: notRun }),
        events.answer('Odd/repair#0', first),
        events.verdict('Odd/repair#0', first, { outcome: 'fail', status: 'fail', tests: ended('fail', message) }),
        events.answer('Odd/repair#0', repaired, repair),
        events.verdict('Odd/repair#0', repaired, { turn: 1, tests: ended('pass') }),
        events.scored({ verdicts: 4, passed: 1 }),
      ],
    });
    odd = writer.id;
    const openSandbox = async () =>
      createScriptedExecutor(() => ({ ...timeout, tests: ended('pass').slice(1) }), { info: { level: 'none' } });
    const options = { paths: [folder.path], port: 0, version: '0', readPublicTasks: async () => [], webFolder };
    [browser, server] = await Promise.all([launchBrowser(), createViewServer({ ...options, openSandbox })]);
    opened = await openPage(browser, server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await folder?.[Symbol.asyncDispose]();
  });

  /** Opens a page, has `look` see what matters on it, and looks for faults. */
  async function lookAt(path: string, look: (page: Page) => Promise<void>) {
    const { page, complaints } = opened;
    complaints.length = 0;
    await page.goto(server.origin + path);
    await settle(page);
    await look(page);
    expect(await findHindrances(page)).toEqual([]);
    await expectNoFault(opened);
  }

  const textOf = async (page: Page, role: 'region' | 'table', name: string) =>
    ((await page.getByRole(role, { name }).first().textContent()) ?? '').replaceAll(/\u200b/g, '');
  const linksOf = async (page: Page, name: string | RegExp) =>
    (await page.getByRole('table', { name }).getByRole('link').allTextContents()).map((text) =>
      text.replaceAll('\u200b', ''),
    );

  test('runs: six names', () =>
    lookAt('/', async (page) => {
      expect((await linksOf(page, 'Runs')).filter((name) => name.includes(' · T ')).sort()).toEqual(gridNames);
    }));

  test('leaderboard: six rows', () =>
    lookAt('/leaderboard', async (page) => {
      const text = await page.getByRole('main').textContent();
      for (const name of gridNames) expect(text).toContain(name);
    }));

  test('compare: six runs side by side', () =>
    lookAt('/compare', async (page) => {
      const add = page.getByRole('combobox', { name: 'Another run to compare' });
      for (let count = 2; count < 6; count++) {
        const labels = await add.getByRole('option').allTextContents();
        await add.selectOption({ index: labels.findIndex((label) => label.includes(' · T ')) });
        await page.getByRole('combobox', { name: `Run ${'BCDEF'[count - 1]}` }).waitFor();
      }
      await settle(page);
      expect(await page.getByRole('main').textContent()).toContain('F · ');
    }));

  test('compare: begins with two of the grid', () =>
    lookAt('/compare', async (page) => {
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await textOf(page, 'region', 'Result')).toMatch(/openai:\w+ · T/);
    }));

  const sample = (name: (typeof names)[number], tab = '') => `/runs/${odd}/s/0/Odd/${name}${tab}`;

  test('a timeout: where it was, in the lines of the panes', () =>
    lookAt(sample('timeout'), async (page) => {
      const text = await page.getByRole('main').textContent();
      expect(text).toContain('Stopped after 1 min 0 s.');
      expect(text).toContain(`Program, line ${calibrationLines + 4}, in task_func`);
      expect(text).toContain('Tests, line 4, in test_one');
      expect(await page.getByRole('region', { name: 'Program source' }).textContent()).toContain('stopped here');
    }));

  test('a syntax error: marked in its line', () =>
    lookAt(sample('syntax'), async (page) => {
      const text = await page.getByRole('main').textContent();
      expect(text).toContain('No test ran');
      expect(text).toContain(`(Program, line ${syntaxLine})`);
      expect(await page.getByRole('region', { name: 'Program source' }).textContent()).toContain('was never closed');
    }));

  test('a refusal: called one', () =>
    lookAt(sample('refusal'), async (page) => {
      expect(await page.getByRole('main').textContent()).toContain('The model declined to answer.');
    }));

  test('a conversation: what the model was told, and what turned', () =>
    lookAt(sample('repair', '?tab=conversation'), async (page) => {
      const rounds = await page.getByRole('list', { name: 'Rounds of repair' }).textContent();
      expect(rounds).toContain('test_one failed: 2 != 1');
      expect(rounds).toContain('return 1');
    }));

  test('the sandbox: where a program was stopped, in the lines of its editor', () =>
    lookAt(`/run?task=Odd/timeout&run=${odd}&n=0`, async (page) => {
      await page.getByRole('textbox', { name: 'Solution' }).waitFor();
      await page.getByRole('button', { name: /^Run/ }).click();
      await page
        .getByText('Where it was stopped')
        .or(page.getByText('Solution, line 4, in task_func'))
        .first()
        .waitFor();
      const text = await textOf(page, 'region', 'Result');
      expect(text).toContain('Stopped after 1 min 0 s.');
      expect(text).toContain('Solution, line 4, in task_func');
      expect(text).toContain('Tests, line 4, in test_one');
    }));
});
