import { existsSync } from 'node:fs';
import type { Variables } from '../util/http-fetch.ts';
import { runProgram } from '../util/run-program.ts';

/** uv's variables about where to download from; all others could change what is installed, and are dropped. */
const kept =
  /^UV_(DEFAULT_INDEX|INDEX.*|EXTRA_INDEX_URL|FIND_LINKS|INSECURE_HOST|KEYRING_PROVIDER|HTTP_.*|SYSTEM_CERTS|NATIVE_TLS|OFFLINE|PYTHON_INSTALL_MIRROR|PYTHON_DOWNLOADS_JSON_URL|CONCURRENT_.*|CONFIG_FILE)$/;

/**
 * pip's configuration (variables; user, global and site files) translated for uv, so that uv installs wherever pip does.
 * uv's own variables win.
 */
export async function readFetchSettings(python: string, variables: Variables) {
  const result = await runProgram([python, '-m', 'pip', 'config', 'list'], { variables, timeoutMs: 60_000 });
  return buildFetchSettings(result.code === 0 ? parsePipSettings(result.stdout) : new Map(), variables);
}

/** How uv should download: its environment variables, and flags for `uv pip install`. */
export function buildFetchSettings(settings: ReadonlyMap<string, string>, given: Variables) {
  const own = Object.entries(given).filter(([name, value]) => value && (!name.startsWith('UV_') || kept.test(name)));
  const variables: Variables = { ...translatePipSettings(settings), ...Object.fromEntries(own) };
  const flags = /^(1|true|yes|on)$/i.test(settings.get('no-index') ?? '') ? ['--no-index'] : [];
  return { variables, flags };
}

/** `pip config list` prints `section.key='value'`; variables win over `install`, `install` over `global`. */
export function parsePipSettings(text: string): Map<string, string> {
  const rankOf: Record<string, number> = { global: 1, install: 2, ':env:': 3 };
  const found = new Map<string, { rank: number; value: string }>();
  for (const line of text.split('\n')) {
    const [, section = '', key = '', quoted = ''] = /^(\S+?)\.([a-z-]+)=(['"].*['"])$/.exec(line) ?? [];
    const rank = rankOf[section] ?? 0;
    if (rank === 0 || rank < (found.get(key)?.rank ?? 0)) continue;
    found.set(key, { rank, value: quoted.slice(1, -1).replaceAll('\\n', '\n').replaceAll("\\'", "'") });
  }
  return new Map([...found].map(([key, { value }]) => [key, value]));
}

function translatePipSettings(settings: ReadonlyMap<string, string>): Record<string, string> {
  const words = (key: string) => (settings.get(key) ?? '').split(/\s+/).filter((word) => word !== '');
  const isAddress = (word: string) => /^[a-z+]+:\/\//.test(word);
  const translated: Record<string, string | undefined> = {
    UV_DEFAULT_INDEX: settings.get('index-url'),
    UV_INDEX: words('extra-index-url').join(' '),
    // uv rejects folders that do not exist; pip ignores them.
    UV_FIND_LINKS: words('find-links')
      .filter((word) => isAddress(word) || existsSync(word))
      .join(','),
    UV_INSECURE_HOST: words('trusted-host').join(' '),
    UV_HTTP_TIMEOUT: settings.get('timeout') ?? settings.get('default-timeout'),
    SSL_CERT_FILE: settings.get('cert'),
    SSL_CLIENT_CERT: settings.get('client-cert'),
    ALL_PROXY: settings.get('proxy'),
    // pip takes a file from any index that has it, and the lock's hashes decide which file that is.
    UV_INDEX_STRATEGY: 'unsafe-best-match',
    // pip trusts the system's certificates; uv has to be told to.
    UV_SYSTEM_CERTS: '1',
  };
  return Object.fromEntries(Object.entries(translated).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
