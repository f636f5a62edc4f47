import { z } from 'zod';

/** `flags` reports what was noticed; `proven` also demands that the same program fails tests that are made to fail. */
export const integrityModeSchema = z.enum(['flags', 'proven']);

/**
 * Why a pass is not proven: the tests assert `nothing` that can be made false; `unreached` assertions only; the twin ended
 * `otherwise` than by the false assertion; the reference solution passes it too (`reference`); the `executor` cannot run
 * twins.
 */
export const unprovenReasonSchema = z.enum(['nothing', 'unreached', 'otherwise', 'reference', 'executor']);

export type UnprovenReason = z.infer<typeof unprovenReasonSchema>;

/** What is known of a pass beyond the word of its own process. */
export const proofSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('proven') }),
  z.object({
    state: z.literal('unproven'),
    why: unprovenReasonSchema,
    /** Test methods without proof. */
    tests: z.array(z.string()),
  }),
]);

export type Proof = z.infer<typeof proofSchema>;

/** The flag of a pass without proof. */
export const unprovenFlag = 'integrity:unproven';
