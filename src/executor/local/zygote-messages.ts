/**
 * What the parent and a zygote say to each other (see python/zygote.py). The parent speaks first, with `config`; the
 * zygote answers `ready` or `unfit`. After that: `run` and `cancel` one way, `ended`, `done`, `cancelled`, `fault`
 * and `load` the other.
 */
import { z } from 'zod';
import { executionSchema } from '../../schema/execution.ts';
import type { Script } from '../../schema/job.ts';
import type { Limits } from '../../schema/limits.ts';
import type { TwinOrder } from '../../schema/twin.ts';
import type { LocalLevel } from '../level.ts';

export interface ZygoteConfig {
  readonly type: 'config';
  readonly level: LocalLevel;
  /** Modules to import before the first fork. */
  readonly preload: readonly string[];
  readonly tmpMb: number;
  readonly shmMb: number;
  /** Folder of the prebuilt font cache as the zygote sees it, and the files in it. */
  readonly matplotlibConfig?: string;
  readonly matplotlibFiles: readonly string[];
  /** Levels `shared`, `landlock`, `none`: the folder that samples may write to. */
  readonly scratch?: string;
  /** Level landlock: what samples may read. */
  readonly readable?: readonly string[];
  /** Level root: samples run as this user id and the following ones. */
  readonly uidBase?: number;
  /** Folder of a memory control group that the zygote may divide. */
  readonly cgroup?: string;
}

export type ParentMessage =
  | ZygoteConfig
  | {
      readonly type: 'run';
      readonly id: number;
      readonly code: string;
      readonly test: string;
      /** Only where it is a plain script, which has no test. */
      readonly script?: Script | undefined;
      readonly twin?: TwinOrder | undefined;
      readonly seed: number;
      readonly limits: Limits;
    }
  | { readonly type: 'cancel'; readonly id: number };

/** An execution as the zygote sees it: it knows no job ids and no upstream words. */
export const rawExecutionSchema = executionSchema.omit({ id: true, status: true });

export type RawExecution = z.infer<typeof rawExecutionSchema>;

const id = z.number().int();

export const zygoteMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    pid: z.number().int(),
    threads: z.number().int(),
    modules: z.array(z.string()),
    stdlib: z.array(z.string()),
    residentMb: z.number(),
    /** How many samples it can hold at once; null: any number. */
    placesAtOnce: z.number().int().nullable(),
    python: z.string(),
    loadMs: z.number(),
  }),
  z.object({ type: z.literal('unfit'), reason: z.string(), module: z.string().nullable() }),
  /** The program has ended; its processes are being cleared away, then it is judged. */
  z.object({ type: z.literal('ended'), id }),
  z.object({ type: z.literal('done'), id, execution: rawExecutionSchema }),
  z.object({ type: z.literal('cancelled'), id }),
  /** The engine, not the program, is to blame. */
  z.object({ type: z.literal('fault'), id, reason: z.string() }),
  z.object({
    type: z.literal('load'),
    /** Id, CPU milliseconds used so far, whether a thread runs or waits for a CPU right now, and how long they have waited. */
    samples: z.array(z.tuple([id, z.number(), z.boolean(), z.number().nullable()])),
    residentMb: z.number(),
  }),
]);

export type ZygoteMessage = z.infer<typeof zygoteMessageSchema>;
export type ZygoteFacts = Extract<ZygoteMessage, { type: 'ready' }>;
