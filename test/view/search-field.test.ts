/** The field that lists are filtered with, while pages are slow to arrive. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { needing } from '../../src/util/testing/needs.ts';
import { chromium, launchBrowser, openPage } from './testing/browser.ts';
import { builtApp, findNames, openRecordedView } from './testing/recorded-view.ts';

/** The list of runs; the page of a run comes only when it is let. */
async function openSlowly(page: Page, origin: string) {
  let letPageCome = () => {};
  const pageMayCome = new Promise<void>((resolve) => {
    letPageCome = resolve;
  });
  await page.route(/run-page[^/]*\.js$/, async (route) => {
    await pageMayCome;
    await route.continue();
  });
  await page.goto(origin);
  const rows = page.getByRole('table', { name: 'Runs' }).locator('[data-row]');
  await expect.poll(() => rows.count()).toBe(2);
  return { rows, letPageCome };
}

// Longer than the field waits for more to be typed.
const passed = 500;

test('what was typed does not take back a page that is on its way', needing(chromium, builtApp), async () => {
  await using server = await openRecordedView();
  const { instruct } = await findNames(server);
  await using browser = await launchBrowser();
  const { page, complaints } = await openPage(browser, server.url);
  const { rows, letPageCome } = await openSlowly(page, server.origin);
  const field = page.getByRole('searchbox', { name: 'Filter runs' });
  await field.fill(instruct);
  await field.press('Enter');
  await expect.poll(() => rows.count(), { interval: 5 }).toBe(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(passed);
  letPageCome();
  await page.waitForURL(`**/runs/${instruct}**`);
  expect(complaints).toEqual([]);
});

test('nor does it when a row is clicked while somebody types', needing(chromium, builtApp), async () => {
  await using server = await openRecordedView();
  const { instruct } = await findNames(server);
  await using browser = await launchBrowser();
  const { page, complaints } = await openPage(browser, server.url);
  const { letPageCome } = await openSlowly(page, server.origin);
  // In one go, so that the field has no time to send what is typed.
  await page.evaluate(`{
    const input = document.querySelector('input[type=search]');
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'no run has this name');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const link = document.querySelector('[data-row] a[href*="${instruct}"]');
    link.focus();
    link.click();
  }`);
  await page.waitForTimeout(passed);
  letPageCome();
  await page.getByRole('list', { name: 'Outcomes' }).waitFor();
  expect(page.url()).toContain(`/runs/${instruct}`);
  expect(complaints).toEqual([]);
});
