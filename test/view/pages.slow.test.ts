import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import type { ViewServer } from '../../src/view/create-view-server.ts';
import { chromium, launchBrowser, type OpenedPage, openPage } from './testing/browser.ts';
import { expectNoFault, findHindrances, settle } from './testing/look-at-page.ts';
import { builtApp, findNames, hidePlaces, openRecordedView } from './testing/recorded-view.ts';

/** Every page, by its address below the view; COMPLETE and INSTRUCT stand for the two runs, FAILED for a task. */
const pages = {
  runs: '/',
  run: '/runs/COMPLETE',
  'run filtered': '/runs/COMPLETE?outcome=fail&domain=Network',
  'run without a match': '/runs/COMPLETE?q=nothing-has-this-name',
  sample: '/runs/COMPLETE/s/0/FAILED',
  'sample reference': '/runs/COMPLETE/s/0/FAILED?tab=reference',
  'sample answer': '/runs/COMPLETE/s/0/FAILED?tab=answer',
  'sample prompt': '/runs/COMPLETE/s/0/FAILED?tab=prompt',
  'sample output': '/runs/COMPLETE/s/0/FAILED?tab=output',
  'sample facts': '/runs/COMPLETE/s/0/FAILED?tab=facts',
  tasks: '/tasks',
  task: '/tasks/FAILED',
  'task diff': '/tasks/FAILED?tab=diff',
  'task prompt': '/tasks/FAILED?tab=prompt',
  compare: '/compare?a=COMPLETE&b=INSTRUCT',
  'compare filtered': '/compare?a=COMPLETE&b=INSTRUCT&cell=onlyA',
  matrix: '/matrix',
  failures: '/failures',
  leaderboard: '/leaderboard',
  audit: '/audit',
  analysis: '/analysis',
  live: '/runs/COMPLETE/live',
  sandbox: '/run',
  'sandbox of a sample': '/run?task=FAILED&run=COMPLETE&n=0',
  about: '/about',
  'page that is not there': '/nowhere',
  'run that is not there': '/runs/000000000000',
} as const;

describeNeeding(chromium, builtApp)('every page', () => {
  let browser: Browser;
  let server: ViewServer;
  let opened: OpenedPage;
  let names: Awaited<ReturnType<typeof findNames>>;

  // The page offers to run programs; none is run here.
  const openSandbox = () => Promise.reject(new Error('Nothing runs in this test.'));
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), openRecordedView({ openSandbox })]);
    names = await findNames(server);
    opened = await openPage(browser, server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const addressOf = (path: string) =>
    server.origin +
    path.replace('COMPLETE', names.complete).replace('INSTRUCT', names.instruct).replace('FAILED', names.failed);

  test.each(Object.entries(pages))('%s: its outline, nothing that hinders, dark, narrow', async (name, path) => {
    const { page, complaints } = opened;
    complaints.length = 0;
    await page.goto(addressOf(path));
    await settle(page);
    const outline = hidePlaces(await page.locator('main').ariaSnapshot(), names);
    await expect(`${outline}\n`).toMatchFileSnapshot(`./outlines/${name.replaceAll(' ', '-')}.txt`);
    expect(await findHindrances(page, { withCode: name === 'sample' })).toEqual([]);
    await expectNoFault(opened);
  });

  test('on paper, a list has all of its rows', async () => {
    const { page } = opened;
    await page.goto(addressOf(pages.run));
    await settle(page);
    const table = page.getByRole('table', { name: 'Samples' });
    const all = Number(await table.getAttribute('aria-rowcount')) - 1;
    const rows = table.locator('[data-row]');
    expect(await rows.count()).toBeLessThan(all);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => rows.count()).toBe(all);
    await page.emulateMedia({ media: 'screen' });
  });

  test.each([
    ['?', 'help'],
    ['Control+k', 'palette'],
  ])('%s opens a dialog: its outline, and nothing that hinders', async (key, name) => {
    const { page } = opened;
    await page.goto(addressOf(pages.runs));
    await settle(page);
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => dialog.locator('[aria-busy]').count(), { timeout: 20_000 }).toBe(0);
    const outline = hidePlaces(await dialog.ariaSnapshot(), names);
    await expect(`${outline}\n`).toMatchFileSnapshot(`./outlines/${name}.txt`);
    expect(await findHindrances(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
  });
});
