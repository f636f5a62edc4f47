import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;

/** How late the event loop came to what was due, since the last reading, in seconds. */
export interface LagReading {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

export interface LoopLag extends Disposable {
  read(): LagReading;
}

export function watchLoopLag(): LoopLag {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  // Each delay includes the time between two looks.
  const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  return {
    read() {
      const reading = {
        median: toSeconds(delays.percentile(50)),
        p99: toSeconds(delays.percentile(99)),
        longest: toSeconds(delays.max),
      };
      delays.reset();
      return reading;
    },
    [Symbol.dispose]: () => void delays.disable(),
  };
}
