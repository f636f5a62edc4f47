/** Opens a run folder, prints its id and holds it until killed; prints the error's code where it cannot. */
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { openRunFolder } from '../run-folder.ts';

const [outDir = '', model = ''] = process.argv.slice(2);
try {
  const folder = await openRunFolder({ outDir, prefix: 'g', identity: { model }, provenance: {} });
  process.stdout.write(`${folder.id} ${folder.isNew ? 'new' : 'old'}\n`);
  setInterval(() => {}, 1000);
} catch (error) {
  process.stdout.write(`error ${error instanceof BigCodeBenchError ? error.code : String(error)}\n`);
  process.exitCode = 9;
}
