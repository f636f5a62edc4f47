/** Appends numbered events, many at once, and prints each number once its append resolved; says which error ended it. */
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { openJournal } from '../journal.ts';
import { numberedSchema } from './numbered-event.ts';

const [path = '', from = '0'] = process.argv.slice(2);
try {
  const journal = await openJournal({ path, schema: numberedSchema });
  let next = Number(from);
  const appendForever = async () => {
    while (true) {
      const n = next++;
      await journal.append({ type: 'numbered', n, text: 'é'.repeat(n % 50) });
      process.stdout.write(`${n}\n`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, appendForever));
} catch (error) {
  process.stdout.write(`error ${error instanceof BigCodeBenchError ? error.code : String(error)}\n`);
  process.exitCode = 9;
}
