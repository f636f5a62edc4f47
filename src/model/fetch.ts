/** What is changed in requests on their way to a model. */
import type { JSONObject } from '@ai-sdk/provider';
import { type Fetch, urlOf } from '../util/http-fetch.ts';
import { isRecord } from '../util/is-record.ts';
import type { RequestDescription } from './model.ts';

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
export function createRecorder() {
  let recorded: RequestDescription | undefined;
  const fetch: Fetch = async (input, { method = 'GET', headers, body } = {}) => {
    const shown = Object.fromEntries([...new Headers(headers)].filter(([name]) => !hiddenHeaders.has(name)));
    recorded = { method, url: urlOf(input), headers: shown, body: typeof body === 'string' ? body : '' };
    throw new Error('recorded');
  };
  return { fetch, recorded: () => recorded };
}

/** Those with keys, and one that says nothing about the request. */
const hiddenHeaders = new Set(['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cookie', 'user-agent']);

export function answerWith(body: unknown): Fetch {
  return async () => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

function mergeDeep(below: JSONObject, above: JSONObject): JSONObject {
  const merged: Record<string, JSONObject[string]> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const earlier = merged[key];
    merged[key] = isRecord(earlier) && isRecord(value) ? mergeDeep(earlier, value) : value;
  }
  return merged;
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
