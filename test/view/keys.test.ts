/** Keys of the page while documents arrive. */
import { expect, test } from 'vitest';
import { needing } from '../../src/util/testing/needs.ts';
import { chromium, launchBrowser, openPage } from './testing/browser.ts';
import { builtApp, openRecordedView } from './testing/recorded-view.ts';

test('what arrives between `g` and its letter does not forget the `g`', needing(chromium, builtApp), async () => {
  await using server = await openRecordedView();
  await using browser = await launchBrowser();
  const { page, complaints } = await openPage(browser, server.url);
  let letRunsCome = () => {};
  const runsMayCome = new Promise<void>((resolve) => {
    letRunsCome = resolve;
  });
  await page.route('**/api/runs', async (route) => {
    await runsMayCome;
    await route.continue();
  });
  await page.goto(server.origin);
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  // However long the runs take, the letter comes in time.
  await page.evaluate('performance.now = () => 0');
  await page.keyboard.press('g');
  letRunsCome();
  await page.getByRole('table', { name: 'Runs' }).waitFor();
  await page.keyboard.press('c');
  await page.waitForURL('**/compare**');
  expect(complaints).toEqual([]);
});
