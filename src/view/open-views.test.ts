import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { findOpenView, registerView } from './open-views.ts';

test('a view is found by what it shows, as long as its process lives', async () => {
  await using folder = await createTemporaryFolder();
  const views = join(folder.path, 'views');
  const results = join(folder.path, 'results');
  const origin = 'http://127.0.0.1:7861';
  const close = await registerView(views, { pid: process.pid, origin, paths: [results] });
  await registerView(views, { pid: 2 ** 22 + 1, origin: 'http://127.0.0.1:1', paths: [results] });
  expect(await findOpenView(views, join(results, 'runs', 'e-1'))).toBe(origin);
  expect(await findOpenView(views, join(folder.path, 'elsewhere'))).toBeUndefined();
  await close();
  expect(await findOpenView(views, results)).toBeUndefined();
});
