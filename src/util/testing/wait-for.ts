import { vi } from 'vitest';

/** `vi.waitFor`, but as patient as a busy machine needs: waiting longer costs nothing where the check holds soon. */
export function waitFor<Value>(check: () => Value | Promise<Value>, intervalMs = 20): Promise<Value> {
  return vi.waitFor(check, { timeout: 30_000, interval: intervalMs });
}
