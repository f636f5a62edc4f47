import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleReport } from '../../src/report/testing/example-report.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { renderReportPage } from '../../src/view/render-pages.ts';
import { chromium, launchBrowser, type OpenedPage, openPage } from '../view/testing/browser.ts';
import { builtApp } from '../view/testing/recorded-view.ts';
import { bin, installed, recordedAnswers, root } from './testing/installed.ts';
import { runProgram } from './testing/run-program.ts';

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-html-'));
  if (chromium.isMet) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (file: string, hash = '') => openPage(browser, pathToFileURL(file).href + hash);

describeNeeding(chromium, builtApp)('the HTML report in a browser', () => {
  let opened: OpenedPage;
  let page: Page;
  let file: string;
  beforeAll(async () => {
    file = join(folder, 'report.html');
    const started = {
      startedAt: '2026-01-02T03:04:05Z',
      durationMs: 65_000,
      usage: { outputTokens: 1234 },
      costUsd: 0.5,
    };
    const reports = [exampleReport(started), exampleReport({ model: 'local:other', runId: '00000000000b' })];
    await writeFile(file, await renderReportPage(reports));
    opened = await open(file);
    page = opened.page;
  });
  afterAll(() => page?.context().close());

  test('opens without a complaint and asks nobody for anything', () => {
    expect(opened.complaints).toEqual([]);
    expect(opened.strangers.filter((url) => !url.startsWith('file:'))).toEqual([]);
  });

  test('shows scores, domains, when it ran and what it cost', async () => {
    const runs = page.getByRole('table', { name: 'Runs' });
    expect(await runs.getByRole('row').count()).toBe(3);
    expect(await runs.textContent()).toContain('Jan 2, 2026');
    expect(await runs.textContent()).toContain('1 min 5 s');
    expect(await runs.textContent()).toContain('$0.50');
    expect(await page.getByRole('table', { name: 'By domain' }).textContent()).toContain('Network');
    expect(await page.getByRole('img', { name: 'Scores with their intervals' }).isVisible()).toBe(true);
  });

  test('shows every task, and says what the reference solutions did', async () => {
    await page.getByRole('link', { name: 'openai:example' }).click();
    const samples = page.getByRole('table', { name: 'Samples' });
    await samples.waitFor();
    expect(await samples.getByRole('row').count()).toBe(4);
    expect(await page.getByLabel('Score', { exact: true }).textContent()).toContain('2 of 3');
    expect(await page.getByLabel('Score', { exact: true }).textContent()).toContain('on 1 hard task');
  });

  test('filters by word, domain and outcome', async () => {
    const rows = page.getByRole('table', { name: 'Samples' }).locator('[data-row]');
    await page.getByRole('searchbox', { name: 'Filter samples' }).fill('csv');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Filter samples' }).fill('');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('list', { name: 'Domains' }).getByRole('button', { name: /^Time/ }).click();
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('T/2')]);
    await page.getByRole('button', { name: 'Drop the filter domain Time' }).click();
    await page
      .getByRole('list', { name: 'Outcomes' })
      .getByRole('button', { name: /^timeout/ })
      .click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Drop the filter outcome timeout' }).click();
  });

  test('opens a sample with the highlighted program and the failing test, all of it as text', async () => {
    await page.getByRole('table', { name: 'Samples' }).getByRole('link', { name: 'T/1' }).click();
    const program = page.getByRole('region', { name: 'Program source' });
    await program.waitFor();
    expect(await program.textContent()).toContain('</script><script>window.broken = true</script>');
    expect(await page.getByRole('list', { name: 'Failing tests' }).textContent()).toContain('AssertionError');
    await program.locator('.tok-keyword').first().waitFor();
    expect(await page.evaluate("'broken' in globalThis")).toBe(false);
  });

  test('has a light and a dark face', async () => {
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const before = await paper();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await paper()).not.toBe(before);
    expect(opened.complaints).toEqual([]);
  });

  test('#task/1 is a link to that task, with the answers of every model', async () => {
    const { page: linked, complaints } = await open(file, '#task/1');
    await linked.getByRole('heading', { name: 'T/1' }).waitFor();
    expect(await linked.getByRole('main').textContent()).toContain('openai:example');
    expect(await linked.getByRole('main').textContent()).toContain('local:other');
    expect(await linked.getByRole('main').textContent()).toContain('</script>');
    expect(complaints).toEqual([]);
    await linked.context().close();
  });

  test('of one run opens at that run, without pages that need two', async () => {
    const single = join(folder, 'single.html');
    await writeFile(single, await renderReportPage([exampleReport()]));
    const { page: alone } = await open(single);
    await alone.getByRole('table', { name: 'Samples' }).waitFor();
    const pages = await alone.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
    expect(pages).toEqual(['Runs', 'Tasks', 'Failures', 'Analysis']);
    await alone.context().close();
  });

  test('fits a phone', async () => {
    const { page: phone } = await openPage(browser, pathToFileURL(file).href, {
      viewport: { width: 390, height: 844 },
    });
    await phone.getByRole('table', { name: 'Runs' }).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
    await phone.context().close();
  });
});

const needs = [chromium, builtApp, installed];
describeNeeding(...needs)('the page of a real run', () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    const words = ['--model', `canonical,replay:${recordedAnswers}`, '--subset', 'starter', '--split', 'instruct'];
    const output = ['--out', join(folder, 'out'), '--json', '--quiet'];
    const printed = await runProgram([bin, 'run', ...words, '--select', '1,7,12', ...output], {
      cwd: root,
      environment: { BCB_CACHE_DIR: join(folder, 'cache') },
    });
    opened = await open((JSON.parse(printed) as { report: string }).report);
  }, 300_000);
  afterAll(() => opened?.page.context().close());

  test('asks nobody for anything and shows every model', async () => {
    const { page, complaints, strangers } = opened;
    const runs = page.getByRole('table', { name: 'Runs' });
    await runs.waitFor();
    expect(complaints).toEqual([]);
    expect(strangers.filter((url) => !url.startsWith('file:'))).toEqual([]);
    expect(await runs.textContent()).toContain('canonical');
    expect(await runs.textContent()).toContain('recorded-answers.jsonl');
  });

  test('says whether the difference between the two models is real', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: 'Compare' }).click();
    const result = page.getByLabel('Result', { exact: true });
    await result.waitFor();
    expect(await result.textContent()).toContain('points');
  });

  test('has figures of solve rates, and a radar of the best results by domain', async () => {
    const { page, complaints } = opened;
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await page.getByRole('img', { name: /^Solve rate of 2 results, percent: domain/ }).waitFor();
    await page.getByLabel('Table', { exact: true }).selectOption({ label: 'The best results by domain, percent' });
    const radar = page.getByRole('img', { name: 'The best results by domain, percent', exact: true });
    await radar.waitFor();
    const axes = await radar.locator('line').count();
    expect(axes).toBeGreaterThan(1);
    expect(await page.getByRole('list', { name: 'Lines' }).getByRole('listitem').allInnerTexts()).toEqual([
      'canonical · instruct',
      expect.stringMatching(/recorded-answers.* · instruct$/),
    ]);
    // The reference solutions reach the rim on every axis.
    const lines = await radar.locator('polygon').evaluateAll((all) => all.map((each) => each.getAttribute('points')));
    expect(lines[4]).toBe(lines[3]);
    expect(lines[5]).not.toBe(lines[3]);
    expect(complaints).toEqual([]);
  });

  test('shows the prompt, the solution and the traceback of what failed', async () => {
    const { page, complaints } = opened;
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('link', { name: 'Starter/1', exact: true }).click();
    await page.getByRole('tab', { name: 'Prompt' }).click();
    expect(await page.getByRole('tabpanel').textContent()).toContain('def task_func');
    await page.getByRole('tab', { name: 'Answers', exact: true }).click();
    await page
      .getByRole('link', { name: /recorded-answers/ })
      .first()
      .click();
    const failing = page.getByRole('list', { name: 'Failing tests' });
    await failing.waitFor();
    expect(await failing.textContent()).toContain('AssertionError');
    expect(await page.getByRole('region', { name: 'Program source' }).textContent()).toContain('def task_func');
    expect(complaints).toEqual([]);
  });
});
