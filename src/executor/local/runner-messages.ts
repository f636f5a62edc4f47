/**
 * What the parent and a runner say to each other (see python/runner.py). The parent speaks first, with `config`; the
 * runner answers `ready` or `unfit`. After that: `run`, `cancel` and `call` one way, `replied`, `ended`, `done`,
 * `cancelled`, `fault` and `load` the other.
 */
import { z } from 'zod';
import { executionSchema, type Job } from '../../schema/execution.ts';
import type { LocalLevel } from '../level.ts';

export interface RunnerConfig {
  readonly type: 'config';
  readonly level: LocalLevel;
  /** Modules to import before the first fork. */
  readonly preload: readonly string[];
  readonly tmpMb: number;
  readonly shmMb: number;
  /** Folder of the prebuilt font cache as the runner sees it, and the files in it. */
  readonly matplotlibConfig?: string | undefined;
  readonly matplotlibFiles: readonly string[];
  /** Levels `shared`, `landlock`, `none`: the folder that samples may write to. */
  readonly scratch?: string | undefined;
  /** Level landlock: what samples may read. */
  readonly readable?: readonly string[] | undefined;
  /** Samples run as this user and the following ones, each as another; without it, as the runner itself. */
  readonly uidBase?: number | undefined;
  readonly uidCount?: number | undefined;
  /** Folder of a memory control group that the runner may divide. */
  readonly cgroup?: string | undefined;
  /** Folder of another one that counts CPU time, where the first does not. */
  readonly cpuGroup?: string | undefined;
}

export type ParentMessage =
  | RunnerConfig
  | (Pick<Job, 'code' | 'test' | 'script' | 'separate' | 'failFast' | 'limits'> & {
      readonly type: 'run';
      readonly id: number;
      /** A script that gets its code by `call`. */
      readonly isConversation?: boolean | undefined;
      readonly seed: number;
    })
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'call'; readonly id: number; readonly code: string; readonly wallMs: number };

/** An execution as the runner sees it: it knows no job ids and no upstream words. */
const rawExecutionSchema = executionSchema.omit({ id: true, status: true });

export type RawExecution = z.infer<typeof rawExecutionSchema>;

const id = z.number().int();

/** What a call of a conversation came to. */
const replySchema = z.object({
  type: z.literal('replied'),
  id,
  /** Why it failed; empty if it did not. */
  reason: z.string(),
  /** Its time was over. */
  isInterrupted: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  /** Of all calls so far. */
  cpuMs: z.number(),
  peakMb: z.number(),
});

export type Reply = z.infer<typeof replySchema>;

export const runnerMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    threads: z.number().int(),
    stdlib: z.array(z.string()),
    residentMb: z.number(),
    /** How many samples it can hold at once; null: any number. */
    placesAtOnce: z.number().int().nullable(),
  }),
  z.object({ type: z.literal('unfit'), reason: z.string(), module: z.string().nullable() }),
  replySchema,
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

export type RunnerMessage = z.infer<typeof runnerMessageSchema>;
export type RunnerFacts = Extract<RunnerMessage, { type: 'ready' }>;
