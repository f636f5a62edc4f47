/**
 * Records what a real Gradio server says to our client, for the tests that have none: `node --import jiti/register
 * test/peers/gradio/record-script.ts PYTHON`, with a Python that has Gradio installed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createGradioExecutor } from '../../../src/executor/gradio/create-gradio-executor.ts';
import {
  createRecordingFetch,
  type Exchange,
  recordedJobs,
  recordedTasks,
  transcriptPath,
} from '../../../src/executor/gradio/testing/transcript.ts';
import { startRealGradio } from './real-gradio.ts';

await using server = await startRealGradio(process.argv[2] ?? 'python3', 47_690);
const conversations = {
  results: recordedJobs,
  failure: recordedJobs.slice(0, 1).map((job) => ({ ...job, code: '# raise_in_app\n' })),
};
for (const [name, jobs] of Object.entries(conversations)) {
  const exchanges: Exchange[] = [];
  const fetch = createRecordingFetch(server.url, exchanges);
  await using executor = await createGradioExecutor({ url: server.url, tasks: recordedTasks, fetch });
  for await (const { id, outcome, reason } of executor.execute(jobs)) console.log(id, outcome, reason ?? '');
  const path = transcriptPath(server.version, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify({ gradio: server.version, exchanges }, null, 2)}\n`);
  console.log(`wrote ${path}`);
}
