import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import { findProgram, type Need } from '../../../src/util/testing/needs.ts';

const path = process.env.BCB_CHROMIUM ?? findProgram('chromium');

/** A Chromium on this machine; set `BCB_CHROMIUM` to choose one. */
export const chromium: Need = { name: 'chromium', isMet: path !== undefined };

/** A fresh profile that talks to nobody but the pages under test. */
export function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: path ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface OpenedPage {
  readonly page: Page;
  /** What the console says, and errors nobody caught. */
  readonly complaints: string[];
  /** Addresses outside the page's own origin. */
  readonly strangers: string[];
}

/** A page in a context of its own, opened at an address. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const strangers: string[] = [];
  const { origin } = new URL(url);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(origin) && !address.startsWith('data:') && !address.startsWith('blob:')) {
      strangers.push(address);
    }
  });
  await page.goto(url);
  return { page, complaints, strangers };
}
