import { z } from 'zod';

/** Which prompt of a task the model sees: the docstring (`complete`) or the natural-language text (`instruct`). */
export const splitSchema = z.enum(['complete', 'instruct']);

export type Split = z.infer<typeof splitSchema>;
