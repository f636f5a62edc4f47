import { APICallError } from '@ai-sdk/provider';
import type { z } from 'zod';
import type { Fetch } from './patch-fetch.ts';

export interface PostJson<Body> {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly fetch: Fetch;
  readonly signal: AbortSignal | undefined;
  readonly schema: z.ZodType<Body>;
}

export interface PostedJson<Body> {
  readonly raw: unknown;
  readonly value: Body;
  readonly headers: Record<string, string>;
}

/** Posts JSON and reads JSON back. Throws the SDK's own errors, so that they are mapped like all others. */
export async function postJson<Body>(post: PostJson<Body>): Promise<PostedJson<Body>> {
  const { url, body, headers, fetch, signal, schema } = post;
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const init = { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) };
  const facts = { url, requestBodyValues: body };
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      ...init,
      headers: { 'content-type': 'application/json', ...Object.fromEntries(given) },
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new APICallError({ ...facts, message: 'The connection failed.', cause, isRetryable: true });
  }
  const responseHeaders = Object.fromEntries(response.headers);
  const answered = { ...facts, statusCode: response.status, responseHeaders, responseBody: text };
  if (!response.ok) throw new APICallError({ ...answered, message: response.statusText });
  try {
    const raw: unknown = JSON.parse(text);
    return { raw, value: schema.parse(raw), headers: responseHeaders };
  } catch (cause) {
    throw new APICallError({ ...answered, message: 'The body is not the JSON of a completion.', cause });
  }
}
