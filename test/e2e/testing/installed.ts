import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveDataFolder } from '../../../src/environment/data-folder.ts';
import { listProgramEnvironments } from '../../../src/environment/load-environment.ts';
import type { Need } from '../../../src/util/testing/needs.ts';

export const root = join(import.meta.dirname, '..', '..', '..');
export const bin = join(root, 'dist', 'bin.js');
export const recordedAnswers = join(root, 'examples', 'recorded-answers.jsonl');

const environments = await listProgramEnvironments(resolveDataFolder(process.env));

/** The built program. */
export const built: Need = { name: 'npm run build', isMet: existsSync(bin) };

/** The built program and an environment, as `npm run setup` leaves them. */
export const installed: Need = { name: 'npm run setup', isMet: built.isMet && environments.length > 0 };

/** The environment with the libraries of all tasks. */
export const fullEnvironment: Need = {
  name: 'full environment',
  isMet: environments.some(({ manifest }) => manifest.profile === 'full'),
};
