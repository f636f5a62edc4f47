/**
 * Adds the optional packages of other platforms to package-lock.json. A registry that mirrors one platform does not have
 * them, so `npm install` omits them, and `npm ci` then rejects the lock. Run this after `npm install`; with --check it
 * only fails if something is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json');
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = [];
for (const owner of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] !== undefined) continue;
    lock.packages[place] = { version, ...platformOf(name), ...(owner.dev ? { dev: true } : {}), optional: true };
    added.push(name);
  }
}
const isCheck = process.argv.includes('--check');
if (isCheck && added.length > 0) {
  console.error(`package-lock.json lacks ${added.join(', ')}: run node scripts/complete-lock.mjs`);
  process.exitCode = 1;
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
if (!isCheck) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added.length} optional packages of other platforms`);

/** `@scope/thing-linux-arm64-musl` → what it runs on, so that npm does not try to install it elsewhere. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.some((word) => word === processor || word === `${processor}v7`));
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : [];
  return {
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    ...(os.length > 0 ? { os } : {}),
  };
}
