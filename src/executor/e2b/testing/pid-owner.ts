import type { SandboxOwner } from '../e2b-client.ts';

/** This process by its number, which is enough for a test. */
export const pidOwner: SandboxOwner = {
  name: `pid ${process.pid}`,
  isGone: async (name) => {
    try {
      process.kill(Number(name.slice('pid '.length)), 0);
      return false;
    } catch {
      return true;
    }
  },
};
