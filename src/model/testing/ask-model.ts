import type { ModelRequest } from '../model.ts';
import { type ResolveModelOptions, resolveModel } from '../resolve-model.ts';
import { sampleRequest } from './sample-request.ts';
import { type Reply, startWireServer } from './wire-server.ts';

/** A key for every provider. */
export const keys = {
  OPENAI_API_KEY: 'key-1',
  ANTHROPIC_KEY: 'key-1',
  GOOGLE_API_KEY: 'key-1',
  MISTRAL_API_KEY: 'key-1',
  HF_INFERENCE_API_KEY: 'key-1',
};

interface Ask extends ResolveModelOptions {
  readonly model: string;
  readonly reply: Reply;
  readonly request?: ModelRequest;
}

/** Sends one request to a loopback server that speaks the provider's format. */
export async function askModel({ model: name, reply, request = sampleRequest(), ...options }: Ask) {
  await using server = await startWireServer(reply);
  const model = await resolveModel(name, { variables: keys, baseUrl: `${server.url}/v1`, ...options });
  const answers = await model.answer(request);
  const [seen] = server.seen;
  if (!seen) throw new Error('Nothing was sent.');
  return { answers, answer: answers[0], path: seen.path, headers: seen.headers, body: seen.body };
}

/** What `sampleRequest` asks, and what the loopback server counts for it. */
export const messages = [{ role: 'user', content: 'Write one.\n' }];
export const counted = { inputTokens: 100, outputTokens: 50 };
