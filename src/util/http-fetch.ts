import type { Agent } from 'undici';

export type Fetch = typeof globalThis.fetch;

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A fetch that uses the environment's proxies; loopback never goes through one. By default it has no time limits of its
 * own: a model may think for longer than undici's five minutes, and its caller has a limit per request.
 */
export async function createHttpFetch(variables: Variables, limits: Agent.Options = {}): Promise<Fetch> {
  const { Agent, EnvHttpProxyAgent, fetch } = await import('undici');
  const options = { headersTimeout: 0, bodyTimeout: 0, ...limits };
  // Empty where there is none: undici would look into the environment of the process.
  const variable = (name: string) => variables[name] ?? variables[name.toUpperCase()] ?? '';
  const proxies = {
    httpProxy: variable('http_proxy'),
    httpsProxy: variable('https_proxy'),
    noProxy: variable('no_proxy'),
  };
  const direct = new Agent(options);
  const proxied = new EnvHttpProxyAgent({ ...options, ...proxies });
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

export function urlOf(input: Parameters<Fetch>[0]): string {
  return typeof input === 'object' && 'url' in input ? input.url : String(input);
}
