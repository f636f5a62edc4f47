import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Reply, text } from './wire-server.ts';

/** Traffic of real servers; how it was recorded is in docs/guide/models.md. */
const recordingSchema = z.object({
  server: z.string(),
  exchanges: z.array(
    z.object({
      name: z.string(),
      response: z.object({ status: z.number(), type: z.string().nullable(), body: z.unknown() }),
    }),
  ),
});

/** What the server answered in the exchange of this name. */
export function recorded(server: string, name: string): Reply {
  const file = new URL(`./recorded/${server}.json`, import.meta.url);
  const { exchanges } = recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const found = exchanges.find((exchange) => exchange.name === name);
  if (!found) throw new Error(`Nothing called ${name} was recorded of ${server}.`);
  const { status, type, body } = found.response;
  return text(typeof body === 'string' ? body : JSON.stringify(body), status, type ? { 'content-type': type } : {});
}
