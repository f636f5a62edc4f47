import type { Dispatcher } from 'undici';
import type { Fetch } from './patch-fetch.ts';

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
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    return send(url, { ...init, dispatcher: isLoopback(url) ? direct : proxied });
  };
}

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
