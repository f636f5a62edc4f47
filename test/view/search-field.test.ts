/** The field that lists are filtered with, while pages are slow to arrive. */
import { expect, test } from 'vitest';
import { needing } from '../../src/util/testing/needs.ts';
import { chromium, launchBrowser, openPage } from './testing/browser.ts';
import { builtApp, findNames, openRecordedView } from './testing/recorded-view.ts';

test('what was typed does not take back a page that is on its way', needing(chromium, builtApp), async () => {
  await using server = await openRecordedView();
  const { instruct } = await findNames(server);
  await using browser = await launchBrowser();
  const { page, complaints } = await openPage(browser, server.url);
  let letPageCome = () => {};
  const pageMayCome = new Promise<void>((resolve) => {
    letPageCome = resolve;
  });
  await page.route(/run-page[^/]*\.js$/, async (route) => {
    await pageMayCome;
    await route.continue();
  });
  await page.goto(server.url);
  const rows = page.getByRole('table', { name: 'Runs' }).locator('[data-row]');
  await expect.poll(() => rows.count()).toBe(2);
  const field = page.getByRole('searchbox', { name: 'Filter runs' });
  await field.fill(instruct);
  await field.press('Enter');
  await expect.poll(() => rows.count(), { interval: 5 }).toBe(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  // Longer than the field waits for more to be typed.
  await page.waitForTimeout(500);
  letPageCome();
  await page.waitForURL(`**/runs/${instruct}**`);
  expect(complaints).toEqual([]);
});
