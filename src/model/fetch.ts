/** How requests reach a model: the connection, and what is changed on the way. */
import type { JSONObject } from '@ai-sdk/provider';
import type { Dispatcher } from 'undici';
import type { RequestDescription } from './model.ts';

export type Fetch = typeof globalThis.fetch;

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A fetch without its own time limits (a model may think for longer than undici's five minutes; the caller has a limit
 * per request) that uses the environment's proxies. Loopback never goes through a proxy.
 */
export async function createHttpFetch(variables: Variables): Promise<Fetch> {
  const { Agent, EnvHttpProxyAgent, fetch } = await import('undici');
  const noLimits = { headersTimeout: 0, bodyTimeout: 0 };
  const variable = (name: string) => variables[name] ?? variables[name.toUpperCase()];
  const proxies = {
    httpProxy: variable('http_proxy'),
    httpsProxy: variable('https_proxy'),
    noProxy: variable('no_proxy'),
  };
  const direct = new Agent(noLimits);
  const given = Object.entries(proxies).filter(([, value]) => value);
  const proxied: Dispatcher =
    proxies.httpProxy || proxies.httpsProxy
      ? new EnvHttpProxyAgent({ ...noLimits, ...Object.fromEntries(given) })
      : direct;
  // undici and Node have separate types for the same objects.
  const send = fetch as unknown as (input: string, init: object) => Promise<Response>;
  return (input, init) => {
    const url = urlOf(input);
    return send(url, { ...init, dispatcher: isLoopback(url) ? direct : proxied });
  };
}

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function urlOf(input: Parameters<Fetch>[0]): string {
  return typeof input === 'object' && 'url' in input ? input.url : String(input);
}

/** A fetch that merges fields into the JSON body, for what a provider supports but the SDK has no option for. */
export function withBody(fetch: Fetch, fieldsOf: () => JSONObject): Fetch {
  return (input, init) => {
    const fields = fieldsOf();
    if (typeof init?.body !== 'string' || Object.keys(fields).length === 0) return fetch(input, init);
    const body = mergeDeep(JSON.parse(init.body) as JSONObject, fields);
    return fetch(input, { ...init, body: JSON.stringify(body) });
  };
}

/** A fetch that sends nothing and records what it was asked to send. */
export function createRecorder(): { readonly fetch: Fetch; readonly recorded: () => RequestDescription | undefined } {
  let recorded: RequestDescription | undefined;
  const fetch: Fetch = async (input, init) => {
    const headers = Object.fromEntries(
      [...new Headers(init?.headers)].filter(([name]) => !secretHeaders.has(name) && name !== 'user-agent'),
    );
    recorded = {
      method: init?.method ?? 'GET',
      url: urlOf(input),
      headers,
      body: typeof init?.body === 'string' ? init.body : '',
    };
    throw new Error('recorded');
  };
  return { fetch, recorded: () => recorded };
}

const secretHeaders = new Set(['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cookie']);

export function answerWith(body: unknown): Fetch {
  return async () => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

function mergeDeep(below: JSONObject, above: JSONObject): JSONObject {
  const merged: Record<string, JSONObject[string]> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const earlier = merged[key];
    merged[key] = isObject(earlier) && isObject(value) ? mergeDeep(earlier, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A fetch that also finds a server whose address was given without `/v1`: if a route does not exist, it tries the same
 * route below `/v1`, and uses it from then on if that works. OpenAI's clients want `/v1` in the address, Anthropic's and
 * Ollama's do not, so people use both. `onNotice` is called once if the address turns out to lack it.
 */
export function withVersionPath(fetch: Fetch, baseUrl: string, onNotice: (sentence: string) => void): Fetch {
  if (/\/v\d+\w*$/.test(new URL(baseUrl).pathname)) return fetch;
  let isFound = false;
  return async (input, init) => {
    const url = urlOf(input);
    if (!url.startsWith(`${baseUrl}/`)) return fetch(input, init);
    const versioned = `${baseUrl}/v1${url.slice(baseUrl.length)}`;
    if (isFound) return fetch(versioned, init);
    const first = await fetch(url, init);
    if (first.status !== 404 && first.status !== 405) return first;
    const second = await fetch(versioned, init);
    if (second.status === 404 || second.status === 405) {
      await second.body?.cancel();
      return first;
    }
    await first.body?.cancel();
    if (!isFound) onNotice(`${baseUrl} does not respond, but ${baseUrl}/v1 does; using that. Add /v1 to the address.`);
    isFound = true;
    return second;
  };
}
