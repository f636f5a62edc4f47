import type { Fetch } from './patch-fetch.ts';

export interface VersionPathOptions {
  readonly fetch: Fetch;
  readonly baseUrl: string;
  /** Called once if the address turns out to lack `/v1`. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * A fetch that also finds a server whose address was given without `/v1`: if a route does not exist, it tries the same
 * route below `/v1`, and uses it from then on if that works. OpenAI's clients want `/v1` in the address, Anthropic's and
 * Ollama's do not, so people use both.
 */
export function withVersionPath({ fetch, baseUrl, onNotice }: VersionPathOptions): Fetch {
  if (/\/v\d+\w*$/.test(new URL(baseUrl).pathname)) return fetch;
  let isFound = false;
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
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
