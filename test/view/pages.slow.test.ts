import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import type { ViewServer } from '../../src/view/create-view-server.ts';
import { chromium, launchBrowser, type OpenedPage, openPage } from './testing/browser.ts';
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
  live: '/runs/COMPLETE/live',
  sandbox: '/run',
  'sandbox of a sample': '/run?task=FAILED&run=COMPLETE&n=0',
  about: '/about',
  'page that is not there': '/nowhere',
  'run that is not there': '/runs/000000000000',
} as const;

/** Pages that between them show every color. */
const darkToo = new Set(['runs', 'sample', 'sample answer', 'compare', 'failures', 'leaderboard', 'live', 'about']);

const desktop = { width: 1440, height: 900 };
const narrow = { phone: { width: 390, height: 844 }, 'twice the zoom': { width: 720, height: 450 } };

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

  async function settle(page: Page): Promise<void> {
    await page.locator('main h1, main [role=alert], main p').first().waitFor();
    await expect.poll(() => page.locator('[aria-busy]').count(), { timeout: 20_000 }).toBe(0);
    // Colors of code come a moment after the code.
    if ((await page.locator('.code code').count()) > 0) await page.locator('.tok-keyword').first().waitFor();
  }

  /** How far a page can be scrolled sideways on a phone, and at twice the zoom. */
  async function findOverflow(page: Page) {
    const overflow: Record<string, unknown> = {};
    for (const [name, viewport] of Object.entries(narrow)) {
      await page.setViewportSize(viewport);
      // Lists lay out their rows for the new width in the next frames.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      overflow[name] = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    }
    await page.setViewportSize(desktop);
    return overflow;
  }

  async function findPaleText(page: Page) {
    const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
  }

  async function findHindrances(page: Page, name: string) {
    // Code is the same everywhere and has most of the elements: it is looked at once.
    const builder = new AxeBuilder({ page });
    const { violations } = await (name === 'sample' ? builder : builder.exclude('.code')).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
  }

  test.each(Object.entries(pages))('%s: its outline, nothing that hinders, dark, narrow', async (name, path) => {
    const { page, complaints, strangers } = opened;
    complaints.length = 0;
    await page.goto(addressOf(path));
    await settle(page);
    const outline = hidePlaces(await page.locator('main').ariaSnapshot(), names);
    await expect(`${outline}\n`).toMatchFileSnapshot(`./outlines/${name.replaceAll(' ', '-')}.txt`);
    expect(await findHindrances(page, name)).toEqual([]);
    // A document that is not there is asked for once, and the browser says so.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    expect(strangers).toEqual([]);
    if (darkToo.has(name)) {
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findPaleText(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(await findOverflow(page)).toEqual({ phone: 0, 'twice the zoom': 0 });
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
    expect(await findHindrances(page, name)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
  });
});
