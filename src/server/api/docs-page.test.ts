import { expect, it } from 'vitest';
import { openServer } from '../testing/open-server.ts';

it('shows people what to send: a request to try for each dialect, and every field in words', async () => {
  const page = await (await openServer({ outDir: '/tmp' }).request('/docs')).text();
  for (const path of ['/v1/executions', '/v1/rewards', '/v1/evaluations', '/run_code', '/get_reward', '/verify']) {
    expect(page).toContain(`<pre>curl http://127.0.0.1:7860${path}`);
  }
  for (const shape of ['code', 'task_id', 'script']) expect(page).toContain(`<h3>A body with <code>${shape}</code>`);
  expect(page).toContain('<td>Seconds each sample may run, instead of the task');
  expect(page).toContain('<code>GET /v1/evaluations/{id}/results</code>');
  expect(page).not.toContain('undefined');
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(3);
  for (const id of targets) expect(page).toContain(`id="${id}"`);
});

it('has examples that are taken as they are', async () => {
  const { request } = openServer();
  const page = await (await request('/docs')).text();
  const bodies = [...page.matchAll(/<pre>curl http:\/\/127\.0\.0\.1:7860(\S+) [^<]* -d '([^<]*)'<\/pre>/g)];
  expect(bodies.length).toBeGreaterThan(6);
  for (const [, path = '', escaped = ''] of bodies) {
    const body = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    const json = JSON.parse(body.replaceAll('BigCodeBench/1', 'BigCodeBench/2'));
    expect([path, (await request(path, { json })).status]).toEqual([path, 200]);
  }
});
