import { describeExecutorContract } from '../../testing/executor-contract.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { namespaces } from './testing/namespaces.ts';

describeNeeding(namespaces)('the local executor', () => {
  describeExecutorContract({
    name: 'local, level namespaces',
    create: () => createLocalExecutor({ environment: bareEnvironment(), level: 'namespaces' }),
  });
});
