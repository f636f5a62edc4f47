import { z } from 'zod';
import { limitsSchema } from './limits.ts';

const id = z.union([z.string().min(1), z.number()]);
const limits = limitsSchema.partial().optional();

/** A program and the unittest class `TestCases` that judges it. */
export const plainRequestSchema = z.strictObject({ id, code: z.string(), test: z.string(), limits });

/** A solution of a task of the dataset. */
export const taskRequestSchema = z.strictObject({
  id,
  task_id: z.string().min(1),
  solution: z.string(),
  /** Whether the task's code prompt is put before the solution; --calibrated decides where it is not given. */
  calibrated: z.boolean().optional(),
  limits,
});

/** One line on the stdin of `bcb exec`. */
export const execRequestSchema = z.union([plainRequestSchema, taskRequestSchema]);

export type ExecRequest = z.infer<typeof execRequestSchema>;
