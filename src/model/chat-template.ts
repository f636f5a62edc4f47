import type { Fetch } from '../util/http-fetch.ts';
import type { Connection } from './provider-table.ts';

const timeoutMs = 30_000;

/**
 * Whether a vLLM server refuses chats because the model has no chat template; the original takes such a model for a base
 * model. Asks for tokens of a chat, which generates nothing. A server that cannot say is one with a template: if not, the
 * first request will show it.
 */
export async function lacksChatTemplate(question: Connection & { readonly fetch: Fetch }): Promise<boolean> {
  const { baseUrl, modelId, apiKey, fetch } = question;
  try {
    const response = await fetch(`${baseUrl.replace(/\/v1$/, '')}/tokenize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model: modelId, messages: [{ role: 'user', content: 'Hello' }] }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return response.status === 400 && noTemplate.test(text);
  } catch {
    return false;
  }
}

/** How vLLM and transformers say it. */
export const noTemplate = /must provide a chat template|chat_template is not set|no chat template/i;
