import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaderboardCommand } from '../../src/cli/commands/leaderboard.ts';
import { runCommand } from '../../src/cli/testing/run-command.ts';
import { createRandom } from '../../src/util/random.ts';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = [process.env.BCB_CHROMIUM ?? '', ...browsers].find((path) => path !== '' && existsSync(path));
if (!executablePath) console.warn('No Chromium was found: the tests of the leaderboard in a browser are skipped.');

const hostile = '</script><img src=x onerror=alert(1)>';
const shares: Readonly<Record<string, number>> = { Strong: 0.8, Middle: 0.5, Weak: 0.1, [hostile]: 0.3 };

describe.skipIf(!executablePath)('the leaderboard in a browser', () => {
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
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
    page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'site', 'index.html')).href);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const models = () => page.locator('#models tbody .model').allTextContents();

  test('opens from a file without a complaint and asks nobody for anything', () => {
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  });

  test('shows all models by rank, and what a model is called as text', async () => {
    expect((await models()).map((text) => text.trim())).toEqual(['Strong', 'Middle', hostile, 'Weak base']);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  });

  test('sorts by any column, both ways, by mouse and keyboard', async () => {
    const size = page.getByRole('button', { name: 'size B' });
    await size.click();
    expect((await models())[0]).toContain(hostile);
    await page.keyboard.press('Enter');
    expect((await models())[0]).toContain('Strong');
    expect(await page.locator('th[aria-sort="ascending"]').textContent()).toBe('size B');
    await page.getByRole('button', { name: '#', exact: true }).click();
  });

  test('filters by name and kind', async () => {
    await page.getByLabel('Search models').fill('str');
    expect(await page.locator('#count').textContent()).toBe('1 of 4 models');
    await page.getByLabel('Search models').fill('');
    await page.getByLabel('Kind of model').selectOption('base');
    expect(await models()).toHaveLength(1);
    await page.getByLabel('Kind of model').selectOption('');
  });

  test('draws scores by size and by date', async () => {
    expect(await page.locator('#size svg circle').count()).toBe(4);
    expect(await page.locator('#time svg circle').count()).toBe(4);
    expect(await page.locator('#time svg').getAttribute('aria-label')).toBe('Score by release date');
  });

  test('tells every cell of the matrix of wins in words', async () => {
    await page.locator('#wins canvas').focus();
    await page.keyboard.press('ArrowRight');
    const duel = await page.locator('#duel').textContent();
    expect(duel).toMatch(/^Strong wins \d+ and loses \d+ tasks against .*\(\d+%\)\.$/);
  });
});
