import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runMain } from '../testing/run-main.ts';

it('counts the answers as they come', async () => {
  await using folder = await createTemporaryFolder();
  const words = ['generate', '--model', 'canonical', '--subset', 'starter', '--select', '0-3'];
  const { code, err } = await runMain(words, { cwd: folder.path });
  expect(code).toBe(0);
  expect(err).toMatch(/^canonical: 4\/4 \(100%\)/m);
});
