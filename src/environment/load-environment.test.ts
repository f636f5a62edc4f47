import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadEnvironment } from './load-environment.ts';

it('offers the profile that is enough first where none is installed', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'bcb-no-environment-'));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  await expect(loadEnvironment({ dataFolder, profile: 'starter' })).rejects.toThrow(
    /^No Python environment is installed: run `bcb env install` \(500 MB\) for the starter tasks, or `.*--profile full`/,
  );
  await expect(loadEnvironment({ dataFolder })).rejects.toThrow(
    /^No Python environment is installed: run `bcb env install --profile full` \(2\.5 GB\);/,
  );
});
