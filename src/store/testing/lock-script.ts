/** Opens a run, prints its id and holds it until killed; prints the error's code where it cannot. */
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { openRunLog } from '../run-writer.ts';
import { exampleManifest } from './example-manifest.ts';

const [outDir = '', model = ''] = process.argv.slice(2);
try {
  const log = await openRunLog({ outDir, identity: { model }, describe: async () => exampleManifest() });
  process.stdout.write(`${log.id} ${log.isNew ? 'new' : 'old'}\n`);
  setInterval(() => {}, 1000);
} catch (error) {
  process.stdout.write(`error ${error instanceof BigCodeBenchError ? error.code : String(error)}\n`);
  process.exitCode = 9;
}
