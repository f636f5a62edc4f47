/** How to reach the hub: address, token, proxies, and what its responses mean. */
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { LoadHubTasksOptions } from './load-hub-tasks.ts';

type Fetch = typeof globalThis.fetch;
type Variables = Readonly<Record<string, string | undefined>>;

export interface HubAccess {
  /** Without a trailing slash. */
  readonly endpoint: string;
  /** Adds token and signal; throws an error for any response that is not a success. */
  readonly fetch: Fetch;
}

const defaultEndpoint = 'https://huggingface.co';

/** Reads `HF_ENDPOINT`, `HF_TOKEN` (or `HUGGING_FACE_HUB_TOKEN`) and the proxy variables. */
export async function createHubAccess(
  options: Pick<LoadHubTasksOptions, 'variables' | 'fetch' | 'signal'>,
): Promise<HubAccess> {
  const { variables, signal } = options;
  const endpoint = (variables.HF_ENDPOINT || defaultEndpoint).replace(/\/+$/, '');
  const { origin } = parseEndpoint(endpoint);
  const send = options.fetch ?? (await createProxiedFetch(variables));
  const token = (variables.HF_TOKEN || variables.HUGGING_FACE_HUB_TOKEN)?.trim();
  const hubFetch: Fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    // Only the hub itself may see the token: redirects lead to other hosts.
    if (token && url.origin === origin) headers.set('authorization', `Bearer ${token}`);
    let response: Response;
    try {
      response = await send(url, { ...init, headers, ...(signal ? { signal } : {}) });
    } catch (cause) {
      signal?.throwIfAborted();
      throw unreachable(endpoint, cause);
    }
    if (response.ok) return response;
    await response.body?.cancel().catch(() => {});
    throw explainStatus(response, url, endpoint);
  };
  return { endpoint, fetch: hubFetch };
}

/** `HF_HUB_OFFLINE`, read as the hub's own tools read it. */
export function isOffline(variables: Variables): boolean {
  return ['1', 'ON', 'YES', 'TRUE'].includes(variables.HF_HUB_OFFLINE?.toUpperCase() ?? '');
}

/** The network is down or was cut: worth a retry, and the same command may succeed later. */
export function unreachable(endpoint: string, cause?: unknown): BigCodeBenchError {
  const hint = 'check your connection, HTTPS_PROXY or HF_ENDPOINT, or point BIGCODEBENCH_OVERRIDE_PATH to a local copy';
  const message = `The hub at ${endpoint} cannot be reached: ${hint}.`;
  return new BigCodeBenchError('NETWORK', message, { cause, isRetryable: true });
}

/** Something responds, but not like a hub. */
export function notAHub(endpoint: string, cause?: unknown): BigCodeBenchError {
  return new BigCodeBenchError('DATASET', `${endpoint} does not respond like a hub: check HF_ENDPOINT.`, { cause });
}

function explainStatus({ status, headers }: Response, url: URL, endpoint: string): BigCodeBenchError {
  const data = { status, url: url.origin + url.pathname, retryAfterMs: readRetryAfter(headers.get('retry-after')) };
  const refused =
    status === 401 || status === 403
      ? `denied access (${status}): check HF_TOKEN and HF_ENDPOINT`
      : status === 404
        ? `has no ${url.pathname}: check HF_ENDPOINT and --dataset-version`
        : undefined;
  if (refused !== undefined) return new BigCodeBenchError('DATASET', `The hub at ${endpoint} ${refused}.`, { data });
  const sentence = `The hub at ${endpoint} responded with ${status}: rerun the same command later.`;
  const isRetryable = status === 408 || status === 429 || status >= 500;
  return new BigCodeBenchError('NETWORK', sentence, { data, isRetryable });
}

/** Seconds, or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const delayMs = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(delayMs) ? Math.max(0, delayMs) : undefined;
}

function parseEndpoint(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new BigCodeBenchError('DATASET', `HF_ENDPOINT ${JSON.stringify(endpoint)} is not an http(s) URL.`);
}

const stallMs = 30_000;

async function createProxiedFetch(variables: Variables): Promise<Fetch> {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const httpProxy = variables.http_proxy || variables.HTTP_PROXY || '';
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy: variables.https_proxy || variables.HTTPS_PROXY || httpProxy,
    noProxy: variables.no_proxy || variables.NO_PROXY || '',
    connect: { timeout: stallMs },
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
  });
  // undici's fetch takes its own dispatcher, which Node's built-in copy rejects; their types differ in name only.
  return ((url: string | URL, init: object) => fetch(url, { ...init, dispatcher })) as unknown as Fetch;
}
