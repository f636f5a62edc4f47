import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenedPage } from './browser.ts';

const desktop = { width: 1440, height: 900 };
const narrow = { phone: { width: 390, height: 844 }, 'twice the zoom': { width: 720, height: 450 } };

/** Waits until a page shows what it is about, code in its colors. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main h1, main [role=alert], main p').first().waitFor();
  await expect.poll(() => page.locator('[aria-busy]').count(), { timeout: 20_000 }).toBe(0);
  // Colors of code come a moment after the code.
  if ((await page.locator('.code code').count()) > 0) await page.locator('.tok-keyword').first().waitFor();
}

/** What axe calls serious. Code is the same everywhere and has most of the elements: it need not be looked at again. */
export async function findHindrances(page: Page, { withCode = false } = {}) {
  const builder = new AxeBuilder({ page });
  const { violations } = await (withCode ? builder : builder.exclude('.code')).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
}

/** No complaint and no stranger, text that can be read in the dark, and no way to scroll sideways in little room. */
export async function expectNoFault({ page, complaints, strangers }: OpenedPage): Promise<void> {
  // A document that is not there is asked for once, and the browser says so.
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  expect(strangers).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findPaleText(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findOverflow(page)).toEqual({ phone: 0, 'twice the zoom': 0 });
}

async function findPaleText(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
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
