import { findProgram, type Program } from '../src/util/testing/needs.ts';
import { hasSharedData } from '../src/util/testing/shared-data.ts';

/** The Debian package that has a program, and what is skipped without it. */
const programs: Readonly<Record<Program, { readonly from: string; readonly skipped: string }>> = {
  bwrap: { from: 'bubblewrap', skipped: 'the sandbox at its strongest levels, and E2B' },
  chromium: { from: 'chromium', skipped: 'pages in a browser' },
  postgres: { from: 'postgresql', skipped: 'the queue in Postgres' },
  'redis-server': { from: 'redis-server', skipped: 'the queue and fleets' },
  ssh: { from: 'openssh-client', skipped: 'executing over ssh' },
  sshd: { from: 'openssh-server', skipped: 'executing over ssh' },
  zsh: { from: 'zsh', skipped: 'completion in zsh' },
};

/** Once per test run, not once per file: one line for everything that is missing. */
export function setup(): void {
  if (!hasSharedData) {
    console.warn(
      'Only the recorded slice exists (test/fixtures/recorded); tests that need all recordings are skipped.',
    );
  }
  for (const [program, { from, skipped }] of Object.entries(programs)) {
    if (findProgram(program as Program) !== undefined) continue;
    console.warn(`${program} is missing (apt-get install ${from}), so these tests are skipped: ${skipped}.`);
  }
}
