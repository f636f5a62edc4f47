/** Prints what became of every program at every level; with BCB_WRITE_RESULTS=1 also writes it to the design page. */
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { LocalLevel } from '../../src/executor/level.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import { sandboxAt } from '../../src/executor/local/testing/namespaces.ts';
import { describeExecutorContract } from '../../src/testing/executor-contract.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { describeCorpus } from '../hostile/describe-corpus.ts';
import { renderResults, writeResults } from '../hostile/result-table.ts';

const isRoot = process.geteuid?.() === 0;
const levels: readonly LocalLevel[] = isRoot
  ? ['namespaces', 'shared', 'root', 'landlock']
  : ['namespaces', 'shared', 'landlock'];
const results = new Map(levels.map((level) => [level, new Map<string, string>()]));

for (const level of levels) {
  describeNeeding(sandboxAt(level))(`level ${level}`, () => {
    describeExecutorContract({
      name: `local, level ${level}`,
      create: () => createLocalExecutor({ environment: bareEnvironment(), level }),
    });
    describeCorpus({ level, onResult: (name, outcome) => results.get(level)?.set(name, outcome) });
  });
}

afterAll(() => {
  console.log(renderResults(results));
  const page = join(import.meta.dirname, '..', '..', 'docs', 'design', 'hostile-corpus.md');
  if (process.env.BCB_WRITE_RESULTS === '1') writeResults(page, results);
});
