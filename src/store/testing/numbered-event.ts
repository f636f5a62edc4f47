import { z } from 'zod';

export const numberedSchema = z.object({ type: z.literal('numbered'), n: z.number(), text: z.string() });

export type NumberedEvent = z.infer<typeof numberedSchema>;
