import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveDataFolder } from '../../../src/environment/data-folder.ts';
import { listEnvironments } from '../../../src/environment/load-environment.ts';

export const root = join(import.meta.dirname, '..', '..', '..');
export const bin = join(root, 'dist', 'bin.js');
export const recordedAnswers = join(root, 'examples', 'recorded-answers.jsonl');

/** Whether the program is built and an environment is installed, as `npm run setup` leaves them; if not, that is said. */
export async function isInstalled(what: string): Promise<boolean> {
  const installed = existsSync(bin) && (await listEnvironments(resolveDataFolder(process.env))).length > 0;
  if (!installed) console.warn(`${what}: skipped, because \`npm run setup\` was not run here.`);
  return installed;
}
