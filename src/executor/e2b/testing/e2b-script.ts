/** Opens an E2B executor, runs a program that sleeps, and says so: for tests that kill this process meanwhile. */
import { contractJob } from '../../../testing/executor-contract.ts';
import { createE2bExecutor } from '../create-e2b-executor.ts';
import { pidOwner } from './pid-owner.ts';

const [url = ''] = process.argv.slice(2);
const executor = await createE2bExecutor({
  connection: { apiKey: 'e2b_loopback', apiUrl: url, sandboxUrl: url },
  owner: pidOwner,
  sandboxes: 2,
  createIntervalMs: 10,
});
process.stdout.write('open\n');
for await (const _ of executor.execute([contractJob('sleeper')])) process.stdout.write('done\n');
