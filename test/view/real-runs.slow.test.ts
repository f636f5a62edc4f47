/** The built commands, the real sandbox and a browser: a run that is killed and resumed, read by keyboard, exported. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRunFolders } from '../../src/store/manifest.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { installed, recordedAnswers } from '../e2e/testing/installed.ts';
import { chromium, launchBrowser, openPage } from './testing/browser.ts';
import { type StartedCommand, startCommand } from './testing/command.ts';
import { builtApp } from './testing/recorded-view.ts';
import { serveFolder } from './testing/static-server.ts';

const tasks = ['1', '2', '7', '12', '13', '16'];
const replay = `replay:${recordedAnswers}`;

const needs = [chromium, builtApp, installed];
describeNeeding(...needs)('runs on this machine', { timeout: 240_000 }, () => {
  let folder: string;
  let browser: Browser;
  let view: StartedCommand;
  let address: string;
  const out = () => join(folder, 'out');
  const start = (...words: string[]) => startCommand(words, join(folder, 'cache'));
  const run = (model: string) =>
    start(
      ...['run', '--model', model, '--subset', 'starter', '--split', 'instruct', '--select', tasks.join(',')],
      ...['--parallel', '1', '--out', out()],
    );

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bcb-real-runs-'));
    await mkdir(out());
    view = start('view', '--no-open', '--port', '0', out());
    browser = await launchBrowser();
    address = await view.firstLine;
  });
  afterAll(async () => {
    await browser?.close();
    view?.child.kill('SIGTERM');
    await view?.ended;
    await rm(folder, { recursive: true, force: true });
  });

  /** How many verdicts are on disk. */
  async function countVerdicts(): Promise<number> {
    const runs = await listRunFolders(out());
    const texts = runs.map((path) => readFile(join(path, 'journal.jsonl'), 'utf8').catch(() => ''));
    return (await Promise.all(texts)).join('').split('"type":"verdict"').length - 1;
  }

  /** Starts the command, and kills it as soon as it has given another verdict. */
  async function killAfterVerdict(command: () => StartedCommand): Promise<StartedCommand> {
    const before = await countVerdicts();
    const started = command();
    const over = started.ended.then(() => true);
    while ((await countVerdicts()) === before) if (await Promise.race([over, sleep(5, false)])) break;
    started.child.kill('SIGKILL');
    expect(await started.ended).toBe('SIGKILL');
    return started;
  }

  test('a run is killed and resumed while its page is open', async () => {
    const killed = await killAfterVerdict(() => run(replay));
    const live = /^Live: (\S+)$/m.exec(killed.complaints())?.[1] ?? 'the run names no page';
    expect(live).toMatch(new RegExp(`^${new URL(address).origin}/runs/[0-9a-f]{12}/live$`));
    const { page, complaints } = await openPage(browser, address);
    await page.goto(live);
    const stopped = page.getByText('Stopped: the same command resumes it, and this page follows.');
    await stopped.waitFor();
    const progress = page.getByRole('main').getByRole('progressbar', { name: 'Verdicts' }).last();
    const readCount = async () => Number(await progress.getAttribute('aria-valuenow'));
    const first = await readCount();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(tasks.length);

    await killAfterVerdict(() => run(replay));
    await expect.poll(readCount, { timeout: 30_000 }).toBeGreaterThan(first);
    await stopped.waitFor();

    expect(await run(replay).ended).toBe(0);
    await page.getByText('Finished.').waitFor();
    expect(await readCount()).toBe(tasks.length);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('by keyboard alone: the worst library, a failure, the other model, run again in the sandbox', async () => {
    expect(await run('canonical').ended).toBe(0);
    const { page, complaints } = await openPage(browser, address);
    await page.getByRole('table', { name: 'Runs' }).getByRole('link', { name: 'canonical' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('replay');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('table', { name: 'Runs' }).locator('[data-row]').count()).toBe(1);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Libraries' }).waitFor();
    await tabTo(page, 'Libraries');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Filters' }).waitFor();
    await tabTo(page, 'Samples');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Failing tests' }).waitFor();
    const sample = page.url();
    expect(sample).toContain('lib=');

    await page.keyboard.press('c');
    await page.getByRole('region', { name: 'Difference between the two answers' }).waitFor();
    expect(await page.getByRole('main').textContent()).toContain('Fails on the left only');
    await page.goBack();
    await page.getByRole('list', { name: 'Failing tests' }).waitFor();
    expect(page.url()).toBe(sample);

    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Solution' }).waitFor();
    await page.keyboard.press('Control+Enter');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByRole('list', { name: 'Tests' }).waitFor({ timeout: 120_000 });
    expect(await result.textContent()).toMatch(/fail|error/);
    expect(await result.textContent()).toMatch(/isolation (namespaces|shared|root|landlock)/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('an export is the same app on any web host', async () => {
    const site = join(folder, 'site');
    expect(await start('view', '--export', site, out()).ended).toBe(0);
    await using host = await serveFolder(site, '/results/today');
    const { page, complaints, strangers } = await openPage(browser, host.url);
    await page.getByRole('link', { name: /recorded-answers/ }).click();
    const samples = page.getByRole('table', { name: 'Samples' });
    await samples.getByRole('link', { name: 'Starter/1', exact: true }).click();
    await page.getByRole('region', { name: 'Program source' }).waitFor();
    await page.getByRole('tab', { name: 'Answer' }).click();
    await page.getByText('What the strategies would take:').waitFor();
    for (const name of ['Tasks', 'Compare', 'Matrix', 'Failures', 'Leaderboard']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    await page.goto(`${host.url}#task/1`);
    await page.getByRole('heading', { name: 'Starter/1' }).waitFor();
    expect(complaints).toEqual([]);
    expect(strangers).toEqual([]);
    await page.context().close();
  });
});

/** Presses Tab until the focus is inside what has this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const isInside = `document.activeElement?.closest('[aria-label="${name}"]:is(ul, [role=table])') !== null`;
  for (let presses = 0; presses < 200; presses++) {
    if (await page.evaluate(isInside)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}.`);
}
