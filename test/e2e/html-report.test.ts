import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/render-html.ts';
import { exampleReport } from '../../src/report/testing/example-report.ts';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = [process.env.BCB_CHROMIUM ?? '', ...browsers].find((path) => path !== '' && existsSync(path));
if (!executablePath) console.warn('No Chromium was found: the tests of the HTML report in a browser are skipped.');

describe.skipIf(!executablePath)('the HTML report in a browser', () => {
  let browser: Browser;
  let page: Page;
  let folder: string;
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bcb-html-'));
    const file = join(folder, 'report.html');
    await writeFile(file, renderHtml([exampleReport(), exampleReport({ model: 'local:other', runId: 'e-2' })]));
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('opens without a complaint and asks nobody for anything', () => {
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  });

  test('shows scores, domains and every task', async () => {
    expect(await page.locator('#scores tr').count()).toBe(3);
    expect(await page.locator('#domains').textContent()).toContain('Network');
    expect(await page.locator('tr.task').count()).toBe(3);
    expect(await page.locator('#count').textContent()).toBe('3 of 3');
  });

  test('filters by word, domain and outcome', async () => {
    await page.fill('#search', 'csv');
    expect(await page.locator('tr.task').count()).toBe(1);
    await page.fill('#search', '');
    await page.selectOption('#domain', 'Time');
    expect(await page.locator('tr.task').allInnerTexts()).toEqual([expect.stringContaining('T/2')]);
    await page.selectOption('#domain', '');
    await page.selectOption('#outcome', 'timeout');
    expect(await page.locator('#count').textContent()).toBe('1 of 3');
    await page.selectOption('#outcome', '');
  });

  test('opens a task with its prompt, the highlighted solution and the failing test', async () => {
    await page.locator('tr.task', { hasText: 'T/1' }).click();
    const detail = page.locator('.detail');
    expect(await detail.textContent()).toContain('AssertionError');
    expect(await detail.textContent()).toContain('</script><script>window.broken = true</script>');
    expect(await detail.locator('.answer pre .k').first().textContent()).toBe('def');
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  });

  test('has a light and a dark face', async () => {
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await paper();
    await page.click('#theme');
    expect(await paper()).not.toBe(before);
    expect(complaints).toEqual([]);
  });
});
