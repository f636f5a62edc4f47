import { z } from 'zod';

/** The seven areas of practical programming that tasks are grouped by. */
export const domainSchema = z.enum([
  'Computation',
  'General',
  'Visualization',
  'System',
  'Time',
  'Network',
  'Cryptography',
]);

export type Domain = z.infer<typeof domainSchema>;

/** Which prompt of a task the model sees: the docstring (`complete`) or the natural-language text (`instruct`). */
export const splitSchema = z.enum(['complete', 'instruct']);

export type Split = z.infer<typeof splitSchema>;

/** One benchmark problem. Rows from every dataset version, file and task pack become this. */
export const taskSchema = z.object({
  id: z.string().min(1),
  completePrompt: z.string(),
  instructPrompt: z.string(),
  codePrompt: z.string(),
  canonicalSolution: z.string(),
  test: z.string(),
  entryPoint: z.string(),
  /** The docstring in parts, as in the dataset; empty if the source has none. */
  docStruct: z.record(z.string(), z.unknown()),
  /** Importable module names, as the dataset lists them. */
  libs: z.array(z.string()),
  domains: z.array(domainSchema),
  hard: z.boolean(),
});

export type Task = z.infer<typeof taskSchema>;

/** What a model is shown of a task. */
export function promptTextOf(task: Task, split: Split): string {
  return split === 'complete' ? task.completePrompt : task.instructPrompt;
}

/** What calibration puts before a solution: an empty function of the prompt, with the imports that it may lack. */
export function calibrationOf({ codePrompt }: Pick<Task, 'codePrompt'>): string {
  return `${codePrompt}\n    pass\n`;
}

/** What is executed. */
export function buildProgram(task: Pick<Task, 'codePrompt'>, solution: string, calibrated: boolean): string {
  return calibrated ? calibrationOf(task) + solution : solution;
}
