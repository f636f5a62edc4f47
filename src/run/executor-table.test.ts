import { describe, expect, it } from 'vitest';
import { resolveDataFolder } from '../environment/data-folder.ts';
import { listProgramEnvironments } from '../environment/load-environment.ts';
import { describeNeeding } from '../util/testing/needs.ts';
import { openExecutor, parseExecution } from './executor-table.ts';

const environments = await listProgramEnvironments(resolveDataFolder(process.env));
const installed = { name: 'npm run setup', isMet: environments.length > 0 };

describeNeeding(installed)('the sandbox of this machine', () => {
  it.each(['landlock', 'none'] as const)('at level %s it says once what is weaker and what mends it', async (level) => {
    const said: string[] = [];
    const runContext = { variables: process.env, cwd: '.', warn: (sentence: string) => void said.push(sentence) };
    await using _ = await openExecutor(
      ['local'],
      { libs: [], isolation: level, parallel: 1, allowDegraded: true },
      runContext,
    );
    expect(said.filter((sentence) => /To get a better one, .*bubblewrap/.test(sentence))).toHaveLength(1);
  });
});

describe('parseExecution', () => {
  it('takes a name, with an address where the executor has one', () => {
    expect(parseExecution(['local'])).toEqual({ name: 'local', addresses: [] });
    expect(parseExecution([])).toEqual({ name: 'local', addresses: [] });
  });

  it.each([
    [['nowhere'], /does not know "nowhere"; use one of .*local/],
    [['local:here'], /local takes no address/],
    [['local', 'local'], /local can be given once only/],
    [['local', 'nowhere'], /one kind of executor, not local and nowhere/],
  ])('says what is wrong with %j', (spelled, message) => {
    expect(() => parseExecution(spelled)).toThrow(message);
  });
});
