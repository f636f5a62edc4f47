import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasSharedData } from '../src/util/testing/shared-data.ts';

/** What tests can use besides Node and Python, the Debian package that has it, and what is skipped without it. */
const programs = [
  { program: 'bwrap', from: 'bubblewrap', skipped: 'the sandbox at its strongest levels, and E2B' },
  { program: 'chromium', from: 'chromium', skipped: 'pages in a browser' },
  { program: 'redis-server', from: 'redis-server', skipped: 'the queue and fleets' },
  { program: 'sshd', from: 'openssh-server', skipped: 'executing over ssh' },
] as const;

/** Once per test run, not once per file: one line for everything that is missing. */
export function setup(): void {
  if (!hasSharedData) {
    console.warn(
      'Only the recorded slice exists (test/fixtures/recorded); tests that need all recordings are skipped.',
    );
  }
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].filter((folder) => folder !== '');
  for (const { program, from, skipped } of programs) {
    if (folders.some((folder) => existsSync(join(folder, program)))) continue;
    console.warn(`${program} is missing (apt-get install ${from}), so these tests are skipped: ${skipped}.`);
  }
}
