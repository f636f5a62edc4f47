import { z } from 'zod';

/**
 * Asks for a twin of the tests: the same names and lines, but one assertion of each test method is false. Which one is
 * drawn from the seed.
 */
export const twinOrderSchema = z.strictObject({
  seed: z.string().min(1),
  /** Assertions that are left as they are, by their number in the test source. */
  exclude: z.array(z.number().int().nonnegative()).default([]),
  /** Falsify only in ways that no test survives, whatever it compares. */
  sure: z.boolean().default(false),
});

export type TwinOrder = z.infer<typeof twinOrderSchema>;

/**
 * What became of the falsified assertion of a test method: `failed` as it must, `passed` although it is false,
 * `unreached`, ended `otherwise`, or there is `none` to falsify.
 */
const twinStateSchema = z.enum(['failed', 'passed', 'unreached', 'otherwise', 'none']);

/** What an execution of a twin has shown. Assertions are numbered as in the test source. */
export const twinFindingsSchema = z.object({
  tests: z.array(
    z.object({ name: z.string(), state: twinStateSchema, site: z.number().int().nonnegative().optional() }),
  ),
  /** Assertions that were reached. */
  reached: z.array(z.number().int()),
  /** Assertions that accepted a false claim on the way to the falsified one. */
  silent: z.array(z.number().int()),
});

export type TwinFindings = z.infer<typeof twinFindingsSchema>;
