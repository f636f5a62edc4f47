import { readFileSync } from 'node:fs';

export function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  // Our own file, so we know its shape.
  return (JSON.parse(manifest) as { version: string }).version;
}
