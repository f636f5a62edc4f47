import { z } from 'zod';

/** Which libraries programs have: those of the starter tasks, or all. */
export const programProfileSchema = z.enum(['starter', 'full']);

export type ProgramProfile = z.infer<typeof programProfileSchema>;

/** Those, or what runs the weights of models; no program sees that one. */
export const profileSchema = z.enum([...programProfileSchema.options, 'weights']);

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
  /** Short id of Python, platform, every distribution, NLTK data and lock. */
  fingerprint: z.string(),
  /** Importable top-level module names. */
  modules: z.array(z.string()),
});

export type PythonEnvironment = z.infer<typeof pythonEnvironmentSchema>;
