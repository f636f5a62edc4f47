import { describe, expect, it } from 'vitest';
import { resolveDataFolder } from '../environment/data-folder.ts';
import { listEnvironments } from '../environment/load-environment.ts';
import { openExecutor } from './open-executor.ts';

const isInstalled = (await listEnvironments(resolveDataFolder(process.env))).length > 0;

describe.skipIf(!isInstalled)('the sandbox of this machine (needs an installed environment)', () => {
  it.each(['landlock', 'none'] as const)('at level %s it says once what is weaker and what mends it', async (level) => {
    const said: string[] = [];
    const around = { variables: process.env, cwd: '.', warn: (sentence: string) => void said.push(sentence) };
    await using _ = await openExecutor(
      ['local'],
      { libs: [], isolation: level, parallel: 1, allowDegraded: true },
      around,
    );
    expect(said.filter((sentence) => /To get a better one, .*bubblewrap/.test(sentence))).toHaveLength(1);
  });
});
