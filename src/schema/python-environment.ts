import { z } from 'zod';

/** Which libraries programs have: those of the starter tasks, or all. */
export const programProfileSchema = z.enum(['starter', 'full']);

export type ProgramProfile = z.infer<typeof programProfileSchema>;

/** Those, today's versions of all, or what runs the weights of models; no program sees that one. */
export const profileSchema = z.enum([...programProfileSchema.options, 'modern', 'weights']);

export type Profile = z.infer<typeof profileSchema>;

/** An installed Python environment, as `environment/` finds it and `executor/local` runs it. All paths are absolute. */
export const pythonEnvironmentSchema = z.object({
  profile: profileSchema,
  /** The virtual environment's folder; nothing outside it and `pythonHome` is needed to import its libraries. */
  root: z.string(),
  /** The folder of the virtual environment's base interpreter. */
  pythonHome: z.string(),
  /** Path of the interpreter inside `root`. */
  python: z.string(),
  pythonVersion: z.string(),
  nltkData: z.string().optional(),
  /** Folder with a prebuilt matplotlib font cache. */
  matplotlibConfig: z.string().optional(),
  /** Short id of Python, platform, every distribution, NLTK data and lock; after the name of its world, if that is not `full`. */
  fingerprint: z.string(),
  /** Importable top-level module names. */
  modules: z.array(z.string()),
});

/** `modern-cp313-2026-11-18-0123456789ab` → `modern-cp313-2026-11-18`; undefined for the environments that are the default. */
export function worldOf(fingerprint: string | undefined): string | undefined {
  return /^modern-cp\d+-\d{4}-\d\d-\d\d(?=-)/.exec(fingerprint ?? '')?.[0];
}

export type PythonEnvironment = z.infer<typeof pythonEnvironmentSchema>;
