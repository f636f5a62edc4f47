import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import type { LocalLevel } from '../../src/executor/local/sandbox-command.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import { describeExecutorContract } from '../../src/executor/testing/executor-contract.ts';
import { describeCorpus } from '../hostile/describe-corpus.ts';

const isRoot = process.geteuid?.() === 0;
const levels: readonly LocalLevel[] = isRoot ? ['B', 'C', 'D'] : ['B', 'D'];

for (const level of levels) {
  describeExecutorContract({
    name: `local, level ${level}`,
    create: () => createLocalExecutor({ environment: bareEnvironment(), level }),
  });
  describeCorpus({ level });
}
