import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import type { ViewServer } from '../../src/view/create-view-server.ts';
import { chromium, launchBrowser, openPage } from './testing/browser.ts';
import { builtApp, findNames, openRecordedView } from './testing/recorded-view.ts';

describeNeeding(chromium, builtApp)('the explorer in a browser', () => {
  let browser: Browser;
  let server: ViewServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), openRecordedView()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('a link opened cold shows the same view; back and forward keep it', async () => {
    const { complete } = await findNames(server);
    const path = `/runs/${complete}?outcome=fail&sort=task`;
    const { page } = await openPage(browser, server.url);
    await page.goto(server.origin + path);
    const rows = page.getByRole('table', { name: 'Samples' }).locator('[data-row]');
    await rows.first().waitFor();
    // How many rows exist depends on where the page is scrolled to; the first ones do not.
    const firstRows = async (list: typeof rows) => (await list.allInnerTexts()).slice(0, 5);
    const before = await firstRows(rows);
    await rows.first().getByRole('link').click();
    await page.getByRole('region', { name: 'Program source' }).waitFor();
    await page.goBack();
    await rows.first().waitFor();
    expect(await firstRows(rows)).toEqual(before);
    await page.goForward();
    await page.getByRole('region', { name: 'Program source' }).waitFor();
    const { page: cold } = await openPage(browser, `${server.origin}${path}&token=${server.token}`);
    const coldRows = cold.getByRole('table', { name: 'Samples' }).locator('[data-row]');
    await coldRows.first().waitFor();
    expect(await firstRows(coldRows)).toEqual(before);
    await Promise.all([page.context().close(), cold.context().close()]);
  });

  test('pointing at a test does not change what was opened', async () => {
    const { complete, failed } = await findNames(server);
    const { page } = await openPage(browser, server.url);
    await page.goto(`${server.origin}/runs/${complete}/s/0/${failed}`);
    const tests = page.locator('[aria-label="Failing tests"] button, [aria-label="Passing tests"] button');
    const chosen = page.locator('button[aria-current="true"]');
    await page.locator('[data-line] .tok-keyword').first().waitFor();
    const before = await chosen.textContent();
    expect(await tests.count()).toBeGreaterThan(1);
    const marked = () => page.locator('[data-line] button').allInnerTexts();
    const marks = await marked();
    for (const test of await tests.all()) {
      await test.hover();
      expect([await chosen.textContent(), await marked()]).toEqual([before, marks]);
    }
    await page.context().close();
  });

  test('whatever a model wrote is shown as text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bcb-hostile-'));
    const hostile = [
      '</script><script>window.broken = 1</script><img src=x onerror="window.broken = 2">',
      `x = "${'a'.repeat(1_000_000)}"`,
      'nul \0 ansi \u001b[31mred\u001b[0m rtl \u202eevil\u202c',
    ].join('\n');
    const traceback = Array.from({ length: 10_000 }, (_, at) => `  File "a.py", line ${at}`).join('\n');
    const entry = { solution: hostile, status: 'fail', details: { test_a: `${traceback}\nValueError: ${hostile}` } };
    const results = { date: '2026-01-01 00:00', eval: { 'T/0': [{ task_id: 'T/0', ...entry }] } };
    await writeFile(join(folder, 'hostile_eval_results.json'), JSON.stringify(results));
    const view = await openRecordedView({ paths: [folder] });
    const { page, complaints, strangers } = await openPage(browser, view.url);
    await page.getByRole('link', { name: 'hostile' }).click();
    await page.getByRole('link', { name: 'T/0' }).click();
    const program = page.getByRole('region', { name: 'Program source' });
    await program.waitFor();
    const shown = (await program.textContent()) ?? '';
    expect(shown).toContain('</script><script>window.broken = 1</script>');
    expect(shown).toContain('␀');
    expect(shown).toContain('␛[31mred');
    expect(shown).toContain('⟦U+202E⟧evil');
    expect(shown).toContain('more characters');
    expect(await page.evaluate("'broken' in globalThis")).toBe(false);
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    expect(strangers).toEqual([]);
    await page.context().close();
    await view.close();
    await rm(folder, { recursive: true });
  });
});

describeNeeding(builtApp)('requests from elsewhere', () => {
  test('another host name and another origin are refused on the wire', async () => {
    const server = await openRecordedView();
    const { port } = new URL(server.origin);
    const ask = (method: string, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path: '/api/exec', method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        asked.on('error', reject);
        asked.end(method === 'POST' ? '{}' : undefined);
      });
    const authorization = `Bearer ${server.token}`;
    expect(await ask('GET', { host: `rebound.example:${port}`, authorization })).toBe(403);
    const json = { 'content-type': 'application/json', authorization };
    expect(await ask('POST', { ...json, origin: 'http://evil.example' })).toBe(403);
    expect(await ask('POST', { ...json, origin: `http://127.0.0.1:${Number(port) + 1}` })).toBe(403);
    await server.close();
  });
});
