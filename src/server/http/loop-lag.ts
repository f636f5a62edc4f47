import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;

export type LoopLag = ReturnType<typeof watchLoopLag>;

export function watchLoopLag() {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  // Each delay includes the time between two looks.
  const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  return {
    /** How late the event loop came to what was due, since the last reading, in seconds. */
    read() {
      const { max } = delays;
      const [median, p99] = [delays.percentile(50), delays.percentile(99)];
      delays.reset();
      return { median: toSeconds(median), p99: toSeconds(p99), longest: toSeconds(max) };
    },
    [Symbol.dispose]: () => void delays.disable(),
  };
}
