import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ViewServer } from '../../src/view/create-view-server.ts';
import { browserPath, launchBrowser, openPage } from './testing/browser.ts';
import { findNames, hidePlaces, isBuilt, openRecordedView } from './testing/recorded-view.ts';

/** Every page, by its address below the view; `RUN` stands for the run that is named by its split. */
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
  sandbox: '/run',
  about: '/about',
  'page that is not there': '/nowhere',
  'run that is not there': '/runs/e-000000000000',
} as const;

describe.skipIf(!browserPath || !isBuilt)('every page', () => {
  let browser: Browser;
  let server: ViewServer;
  let names: Awaited<ReturnType<typeof findNames>>;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), openRecordedView()]);
    names = await findNames(server);
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

  test.each(Object.entries(pages))('%s: its outline, and nothing that hinders', async (name, path) => {
    const { page, complaints, strangers } = await openPage(browser, server.url);
    await page.goto(addressOf(path));
    await settle(page);
    const outline = hidePlaces(await page.locator('main').ariaSnapshot(), names);
    await expect(`${outline}\n`).toMatchFileSnapshot(`./outlines/${name.replaceAll(' ', '-')}.txt`);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
    // A document that is not there is asked for once, and the browser says so.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    expect(strangers).toEqual([]);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)('colors have contrast in %s', async (colorScheme) => {
    const { page } = await openPage(browser, server.url, { colorScheme });
    for (const path of [pages.runs, pages.run, pages.sample, pages['sample reference'], pages.failures, pages.about]) {
      await page.goto(addressOf(path));
      await settle(page);
      const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    }
    await page.context().close();
  });

  test('fits a phone and twice the zoom without scrolling sideways', async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 720, height: 450 },
    ]) {
      const { page } = await openPage(browser, server.url, { viewport });
      for (const path of Object.values(pages)) {
        await page.goto(addressOf(path));
        await settle(page);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        expect.soft([path, overflow]).toEqual([path, 0]);
      }
      await page.context().close();
    }
  });
});
