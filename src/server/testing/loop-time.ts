import { readFileSync } from 'node:fs';

const everyMs = 5;

/** Milliseconds that the thread of the event loop has computed: what others do on a busy machine does not count. */
const readCpuMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** For how long the event loop has computed without a look at what is due. */
export function watchLoopTime() {
  let longest = 0;
  let before = readCpuMs();
  const look = () => {
    const now = readCpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, everyMs);
  return {
    /** The longest since the last reading, in milliseconds. */
    read(): number {
      look();
      const read = longest;
      longest = 0;
      return read;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
