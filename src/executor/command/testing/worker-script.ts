/**
 * `bcb worker --stdio` on a bare Python: what tests put at the other end of a command. Settings come as JSON, so that a
 * test can make a worker that greets, differs or dies.
 */
import { createLocalExecutor } from '../../local/create-local-executor.ts';
import { bareEnvironment } from '../../local/testing/bare-environment.ts';
import { serveJobs } from '../../worker/serve-jobs.ts';

interface Settings {
  readonly fingerprint?: string;
  /** Printed before anything else, as a login shell does. */
  readonly greeting?: string;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
if (settings.greeting !== undefined) process.stdout.write(`${settings.greeting}\n`);
const environment = bareEnvironment();
await serveJobs({
  input: process.stdin,
  write: (line) => process.stdout.write(line),
  openExecutor: () =>
    createLocalExecutor({
      environment: { ...environment, fingerprint: settings.fingerprint ?? environment.fingerprint },
      parallel: 2,
    }),
  version: '1.2.3',
}).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
process.exit();
