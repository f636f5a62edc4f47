import { z } from 'zod';
import { scriptSchema } from './job.ts';
import { limitsSchema } from './limits.ts';

const id = z.union([z.string().min(1), z.number()]);
const limits = limitsSchema.partial().optional();
/** Modules the program is expected to import, where the sender knows them: only speed depends on it. */
const libs = z.array(z.string()).optional();

/** A program and the unittest class `TestCases` that judges it. */
export const plainRequestSchema = z.strictObject({ id, code: z.string(), test: z.string(), libs, limits });

/** A solution of a task of the dataset. */
export const taskRequestSchema = z.strictObject({
  id,
  task_id: z.string().min(1),
  solution: z.string(),
  /** Whether the task's code prompt is put before the solution; --calibrated decides where it is not given. */
  calibrated: z.boolean().optional(),
  limits,
});

/** A plain program, judged by nobody: what it prints, what it exits with, and the files that are to be fetched. */
export const scriptRequestSchema = z.strictObject({
  id,
  script: z.string(),
  stdin: scriptSchema.shape.stdin.optional(),
  files: scriptSchema.shape.files.optional(),
  fetch: scriptSchema.shape.fetch.optional(),
  libs,
  limits,
});

/** One line on the stdin of `bcb exec`. */
export const execRequestSchema = z.union([plainRequestSchema, taskRequestSchema, scriptRequestSchema]);

export type ExecRequest = z.infer<typeof execRequestSchema>;

/** The schema that a request is meant to follow, by the keys it has: what does not fit is then named by that one. */
export function chooseRequestSchema(request: object) {
  if ('task_id' in request || 'solution' in request) return taskRequestSchema;
  return 'script' in request ? scriptRequestSchema : plainRequestSchema;
}
