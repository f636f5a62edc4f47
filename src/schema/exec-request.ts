import { z } from 'zod';
import { limitsSchema, scriptSchema, seedSchema, separateOrderSchema } from './execution.ts';

const id = z.union([z.string().min(1), z.number()]);
const limits = limitsSchema.partial().optional();
/** Modules the program is expected to import, if known; affects only speed. */
const libs = z.array(z.string()).optional();

/** Stop after the first test that fails; those after it are `not-run`. */
const failFast = z.boolean().optional();

/** A program and the unittest class `TestCases` that judges it. */
export const plainRequestSchema = z.strictObject({
  id,
  code: z.string(),
  test: z.string(),
  /** Run under the separate judge: tests and program in two processes. */
  separate: separateOrderSchema.optional(),
  /** Run with other random numbers, hashes and orders of folders than all solutions of these tests get. */
  seed: seedSchema.optional(),
  fail_fast: failFast,
  libs,
  limits,
});

/** A solution to a task in the dataset. */
export const taskRequestSchema = z.strictObject({
  id,
  task_id: z.string().min(1),
  solution: z.string(),
  /** Whether to put the task's code prompt before the solution; defaults to --calibrated. */
  calibrated: z.boolean().optional(),
  fail_fast: failFast,
  limits,
});

/** A plain program that is not judged: its output, its exit code, and the files to return. */
export const scriptRequestSchema = z.strictObject({
  id,
  script: z.string(),
  ...scriptSchema.partial().shape,
  libs,
  limits,
});

/** One line on the stdin of `bcb exec`. */
export const execRequestSchema = z.union([plainRequestSchema, taskRequestSchema, scriptRequestSchema]);

export type ExecRequest = z.infer<typeof execRequestSchema>;

/** The schema a request was probably meant to match, judging by its keys; errors refer to that one. */
export function chooseRequestSchema(request: object) {
  if ('task_id' in request || 'solution' in request) return taskRequestSchema;
  return 'script' in request ? scriptRequestSchema : plainRequestSchema;
}
