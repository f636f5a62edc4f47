import type { JSONObject } from '@ai-sdk/provider';
import type { RequestDescription } from './model.ts';

export type Fetch = typeof globalThis.fetch;

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
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const headers = Object.fromEntries(
      [...new Headers(init?.headers)].filter(([name]) => !secretHeaders.has(name) && name !== 'user-agent'),
    );
    recorded = { method: init?.method ?? 'GET', url, headers, body: typeof init?.body === 'string' ? init.body : '' };
    throw new Error('recorded');
  };
  return { fetch, recorded: () => recorded };
}

const secretHeaders = new Set(['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cookie']);

/** A fetch that answers every request with this body. */
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
