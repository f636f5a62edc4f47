/** `npm run bench -- view`: how long the explorer takes in Chromium, and what its server holds. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { listRunFolders } from '../src/store/manifest.ts';
import { hasSharedData, sharedData } from '../src/util/testing/shared-data.ts';
import { standInTasks, writeRuns } from './compare/write-runs.ts';
import type { BenchResult } from './support/results.ts';
import { startView } from './view/view-process.ts';

const browserPath = [process.env.BCB_CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== '' && existsSync(path),
);
const repetitions = 5;

export async function run(): Promise<BenchResult> {
  if (browserPath === undefined) throw new Error('No Chromium here: set BCB_CHROMIUM to one.');
  const folder = await mkdtemp(join(tmpdir(), 'bcb-view-'));
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const tasks = hasSharedData
      ? (await loadTasks({ subset: sharedData('bigcodebench-v0.1.4.jsonl.gz') })).tasks
      : standInTasks();
    await writeRuns({ folder: join(folder, 'ten'), runs: 10, samples: 1, tasks });
    await writeRuns({ folder: join(folder, 'many'), runs: 1, samples: 100, tasks });
    const ten = await measureTen(browser, join(folder, 'ten'));
    return [{ rows: [['', 'measured', 'limit'], ...ten, ...(await measureMany(browser, join(folder, 'many')))] }];
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureTen(browser: Browser, folder: string): Promise<string[][]> {
  const empty = median(await repeat(() => openEmptyPage(browser)));
  await using view = await startView(folder);
  const opened = await repeat(() => openFresh(browser, view.url, (page) => page.locator('[data-row="9"]').waitFor()));
  const page = await (await browser.newContext()).newPage();
  await page.goto(view.url);
  await page.locator('[data-row="0"] a').click();
  const samples = await openSamples(page);
  await page.context().close();
  return [
    ['ten runs × 1,140: first useful paint, server just up', `${opened[0]?.toFixed(0)} ms`, '1,000 ms'],
    ['  again, median of fresh browsers', `${median(opened).toFixed(0)} ms`, ''],
    ['  an empty page', `${empty.toFixed(0)} ms`, ''],
    ['  first useful paint ÷ an empty page', (median(opened) / empty).toFixed(1), '5'],
    ['  the page of one sample, median of 20', `${median(samples).toFixed(0)} ms`, '100 ms'],
    ['  memory of the server, most', `${view.peakMb().toFixed(0)} MB`, '300 MB'],
  ];
}

async function measureMany(browser: Browser, folder: string): Promise<string[][]> {
  const [run = ''] = await listRunFolders(folder);
  await using view = await startView(folder);
  const url = view.url.replace('/?', `/runs/${basename(run)}?`);
  const opened = await openFresh(browser, url, (page) => page.locator('[data-row="5"]').waitFor());
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(url);
  await page.locator('[data-row="5"]').waitFor();
  const slowest = await repeat(() => scroll(page), 3);
  const [first = 0, ...later] = await openSamples(page);
  await page.context().close();
  return [
    ['114,000 verdicts: opened, server just up', `${opened.toFixed(0)} ms`, '2,000 ms'],
    ['  slowest frame while scrolling, median of 3', `${median(slowest).toFixed(0)} ms`, '50 ms'],
    ['  the first sample, which reads the journal', `${first.toFixed(0)} ms`, ''],
    ['  the page of one sample, median of 20', `${median(later).toFixed(0)} ms`, '100 ms'],
    ['  memory of the server, most', `${view.peakMb().toFixed(0)} MB`, '300 MB'],
  ];
}

/** Opens an address in a browser without a cache, until something useful is there. */
async function openFresh(browser: Browser, url: string, isUseful: (page: Page) => Promise<unknown>): Promise<number> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await isUseful(page);
  const elapsed = performance.now() - startedAt;
  await page.context().close();
  return elapsed;
}

async function openEmptyPage(browser: Browser): Promise<number> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>empty</title><p id="there">empty</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const elapsed = await openFresh(browser, `http://127.0.0.1:${port}/`, (page) => page.locator('#there').waitFor());
  server.closeAllConnections();
  server.close();
  return elapsed;
}

/** From the click on a row until its program is on screen. Measured in the page, without the way to it and back. */
async function openSamples(page: Page): Promise<number[]> {
  await page.evaluate('window.scrollTo(0, 0)');
  await page.locator('[data-row="9"] a[href*="/s/"]').waitFor();
  const times: number[] = [];
  for (let row = 0; row <= 20; row++) {
    times.push(
      await page.evaluate(
        `new Promise((resolve) => {
          const startedAt = performance.now();
          const look = () => document.querySelector('[aria-label="Program source"]')
            ? resolve(performance.now() - startedAt) : requestAnimationFrame(look);
          document.querySelector('[data-row="${row % 10}"] a[href*="/s/"]').click();
          look();
        })`,
      ),
    );
    await page.goBack();
    await page.locator('[data-row="9"] a[href*="/s/"]').waitFor();
  }
  return times;
}

/** The longest time between two frames while the list is scrolled, a screen every other frame. */
function scroll(page: Page): Promise<number> {
  return page.evaluate(
    `new Promise((resolve) => {
      window.scrollTo(0, 0);
      let slowest = 0, frames = 0, before = performance.now();
      const step = () => {
        const now = performance.now();
        if (frames > 5) slowest = Math.max(slowest, now - before);
        before = now;
        if (++frames > 300) return resolve(slowest);
        if (frames % 2 === 0) window.scrollBy(0, 800);
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`,
  );
}

async function repeat(once: () => Promise<number>, times = repetitions): Promise<number[]> {
  const measured: number[] = [];
  for (let at = 0; at < times; at++) measured.push(await once());
  return measured;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
