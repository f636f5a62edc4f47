import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareCommand } from '../../src/cli/commands/compare.ts';
import { leaderboardCommand } from '../../src/cli/commands/leaderboard.ts';
import { runCommand } from '../../src/cli/testing/run-command.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { createRandom } from '../../src/util/random.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { chromium, launchBrowser, openPage } from '../view/testing/browser.ts';
import { builtApp } from '../view/testing/recorded-view.ts';

const hostile = '</script><img src=x onerror=alert(1)>';
const shares: Readonly<Record<string, number>> = { Strong: 0.8, Middle: 0.5, Weak: 0.1, [hostile]: 0.3 };

describeNeeding(chromium, builtApp)('the leaderboard in a browser', () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bcb-board-'));
    const random = createRandom(1);
    const ids = Array.from({ length: 120 }, (_, at) => `BigCodeBench/${at}`);
    const lines = Object.entries(shares).map(([name, share]) =>
      [name, ...ids.map(() => (random() < share ? 1 : 0))].join(','),
    );
    await writeFile(join(folder, 'matrix.csv'), `${['Model', ...ids].join(',')}\n${lines.join('\n')}\n`);
    const entries = Object.keys(shares).map((name, at) => [
      name,
      {
        link: name === hostile ? 'javascript:alert(1)' : 'https://huggingface.co/x/y',
        'open-data': 'None',
        'pass@1': { instruct: null, complete: null },
        prompted: at !== 2,
        moe: false,
        size: 2 ** at,
        act_param: 1,
        date: `2026-0${at + 1}-01`,
        prefill: true,
      },
    ]);
    await writeFile(join(folder, 'results.json'), JSON.stringify(Object.fromEntries(entries)));
    const words = ['--matrix', 'matrix.csv', '--published', 'results.json', '--site', 'site', '--resamples', '200'];
    await runCommand(leaderboardCommand, {
      words: [...words, '--quiet'],
      cwd: folder,
      variables: { BCB_CACHE_DIR: folder },
    });
    browser = await launchBrowser();
    page = await (await browser.newContext({ viewport: { width: 1300, height: 900 } })).newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'site', 'index.html')).href);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const rows = () => page.getByRole('table', { name: 'Leaderboard' }).locator('[data-row]');
  const models = async () => (await rows().locator('[title]').allTextContents()).map((text) => text.trim());

  test('opens from a file without a complaint and asks nobody for anything', async () => {
    await rows().first().waitFor();
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  });

  test('shows all models by rank, and what a model is called as text', async () => {
    expect(await models()).toEqual(['Strong', 'Middle', hostile, 'Weak']);
    expect(await rows().last().textContent()).toContain('base');
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Strong' }).getAttribute('href')).toBe('https://huggingface.co/x/y');
  });

  test('sorts by any column, both ways, by mouse and keyboard', async () => {
    await page.getByRole('button', { name: 'size' }).click();
    await expect.poll(async () => (await models())[0]).toBe(hostile);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await models())[0]).toBe('Strong');
    expect(await page.locator('th[aria-sort="ascending"]').textContent()).toBe('size');
    await page.getByRole('button', { name: 'rank' }).click();
  });

  test('filters by name and kind, and shows domains', async () => {
    await page.getByRole('searchbox', { name: 'Filter models' }).fill('str');
    await expect.poll(() => rows().count()).toBe(1);
    expect(await page.getByRole('status').first().textContent()).toContain('1 of 4 models');
    await page.getByRole('searchbox', { name: 'Filter models' }).fill('');
    await page.getByLabel('Kind of model').selectOption('base');
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByLabel('Kind of model').selectOption('');
    await expect.poll(() => rows().count()).toBe(4);
  });

  test('draws scores by size and by date', async () => {
    const bySize = page.getByRole('img', { name: 'Score by billions of parameters' });
    expect(await bySize.locator('circle').count()).toBe(4);
    await page.getByLabel('Axis of the chart').selectOption('date');
    const byDate = page.getByRole('img', { name: 'Score by release date' });
    await byDate.waitFor();
    expect(await byDate.locator('circle').count()).toBe(4);
  });

  test('tells every cell of the matrix of wins in words', async () => {
    await page.getByRole('img', { name: /Matrix of wins/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^Strong wins \d+ and loses \d+ tasks against .*\(\d+%\)\.$/).waitFor();
  });

  test('is usable on a phone and by everybody', async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  });
});

describeNeeding(chromium, builtApp)('a comparison in a browser', () => {
  test('is the compare page alone', async () => {
    await using folder = await createTemporaryFolder();
    const results = join(import.meta.dirname, '..', 'fixtures', 'recorded', 'samples');
    const files = (await readdir(results))
      .filter((name) => name.includes('eval_results'))
      .map((name) => join(results, name));
    expect(files.length).toBeGreaterThan(1);
    await runCommand(compareCommand, {
      words: [...files, '--html', 'page.html', '--allow-mismatch', '--fail-if-worse', '50', '--quiet'],
      cwd: folder.path,
      variables: { BCB_CACHE_DIR: folder.path },
    });
    const browser = await launchBrowser();
    const { page, complaints } = await openPage(browser, pathToFileURL(join(folder.path, 'page.html')).href);
    const result = page.getByLabel('Result', { exact: true });
    await result.waitFor();
    expect(await result.textContent()).toContain('points');
    expect(await result.textContent()).toContain('Gate passed');
    expect(await page.getByRole('table', { name: 'Tasks of both runs' }).getByRole('link').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Swap' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await browser.close();
  });
});
