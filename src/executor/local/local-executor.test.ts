import { describeExecutorContract } from '../../testing/executor-contract.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';

describeExecutorContract({
  name: 'local, level namespaces',
  create: () => createLocalExecutor({ environment: bareEnvironment(), level: 'namespaces' }),
});
