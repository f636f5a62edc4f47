import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The shell command that starts `worker-script.ts` with these settings. */
export function workerCommand(settings: Readonly<Record<string, string>> = {}): string {
  const script = join(import.meta.dirname, 'worker-script.ts');
  const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
  const words = [process.execPath, '--import', jiti, script, JSON.stringify(settings)];
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}
