import { z } from 'zod';

/** What a model is shown for one task, to the byte: messages of a chat, or a text to go on from. */
export const promptSchema = z.discriminatedUnion('form', [
  z.object({
    form: z.literal('chat'),
    messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })),
    /** How the answer begins; the model goes on from there. */
    prefill: z.string().optional(),
  }),
  z.object({ form: z.literal('completion'), text: z.string() }),
]);

export type Prompt = z.infer<typeof promptSchema>;
