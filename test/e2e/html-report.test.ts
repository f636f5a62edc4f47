import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/report/render-html.ts';
import { exampleReport } from '../../src/report/testing/example-report.ts';
import { bin, isInstalled, recordedAnswers, root } from './testing/installed.ts';
import { runProgram } from './testing/run-program.ts';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = [process.env.BCB_CHROMIUM ?? '', ...browsers].find((path) => path !== '' && existsSync(path));
if (!executablePath) console.warn('No Chromium was found: the tests of the HTML report in a browser are skipped.');

interface OpenPage {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

async function openPage(file: string): Promise<OpenPage> {
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, complaints, requests, close: () => browser.close() };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-html-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(!executablePath)('the HTML report in a browser', () => {
  let opened: OpenPage;
  let page: Page;
  beforeAll(async () => {
    const file = join(folder, 'report.html');
    await writeFile(file, renderHtml([exampleReport(), exampleReport({ model: 'local:other', runId: 'e-2' })]));
    opened = await openPage(file);
    page = opened.page;
  });
  afterAll(() => opened?.close());

  test('opens without a complaint and asks nobody for anything', () => {
    expect(opened.complaints).toEqual([]);
    expect(opened.requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
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
    expect(opened.complaints).toEqual([]);
  });
});

describe.skipIf(!executablePath || !(await isInstalled('The page of a real run')))('the page of a real run', () => {
  let opened: OpenPage;
  beforeAll(async () => {
    const words = ['--model', `canonical,replay:${recordedAnswers}`, '--subset', 'starter', '--split', 'instruct'];
    const output = ['--out', join(folder, 'out'), '--json', '--quiet'];
    const printed = await runProgram([bin, 'run', ...words, '--select', '1,7,12', ...output], {
      cwd: root,
      environment: { BCB_CACHE_DIR: join(folder, 'cache') },
    });
    opened = await openPage((JSON.parse(printed) as { report: string }).report);
  }, 300_000);
  afterAll(() => opened?.close());

  test('asks nobody for anything and shows every model and task', async () => {
    const { page, complaints, requests } = opened;
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
    expect(await page.locator('#scores').textContent()).toContain('canonical');
    expect(await page.locator('#scores').textContent()).toContain('recorded-answers.jsonl');
    expect(await page.locator('tr.task').count()).toBe(3);
  });

  test('shows the prompt, the solution and the traceback of what failed', async () => {
    const { page, complaints } = opened;
    await page.selectOption('#outcome', 'fail');
    expect(await page.locator('tr.task').allInnerTexts()).toEqual([expect.stringContaining('Starter/1')]);
    await page.locator('tr.task').click();
    const detail = page.locator('.detail');
    expect(await detail.textContent()).toContain('AssertionError');
    expect(await detail.textContent()).toContain('def task_func');
    expect(await detail.locator('.answer pre .k').first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });
});
