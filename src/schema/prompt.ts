import { z } from 'zod';

/** Exactly what a model is shown for one task: chat messages, or a text to continue. */
export const promptSchema = z.discriminatedUnion('form', [
  z.object({
    form: z.literal('chat'),
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
    /** How the answer begins; the model continues from there. */
    prefill: z.string().optional(),
  }),
  z.object({ form: z.literal('completion'), text: z.string() }),
]);

export type Prompt = z.infer<typeof promptSchema>;

/** All that a prompt says, message by message. */
export function textsOf(prompt: Prompt): string[] {
  return prompt.form === 'chat' ? prompt.messages.map(({ content }) => content) : [prompt.text];
}
