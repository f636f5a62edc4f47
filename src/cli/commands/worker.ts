import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { serveJobs } from '../../executor/worker/serve-jobs.ts';
import { type OpenExecutor, openExecutor } from '../../run/open-executor.ts';
import type { Command } from '../command.ts';
import { openFor } from '../open-for.ts';

/** The command, with whatever opens its executor. */
export function createWorkerCommand(open: OpenExecutor = openExecutor): Command {
  return {
    name: 'worker',
    examples: [
      'bcb worker --stdio',
      'bcb evaluate --samples answers.jsonl --execution exec:"ssh host bcb worker --stdio"',
      'bcb evaluate --samples answers.jsonl --execution exec:"docker run -i --rm bigcodebench worker --stdio"',
    ],
    async run(context) {
      const { options, positionals, stdin, stdout, version, signal } = context;
      if (positionals.length > 0 || !options.stdio) {
        throw new BigCodeBenchError(
          'USAGE',
          'worker takes its jobs from stdin: run `bcb worker --stdio` behind --execution exec:COMMAND.',
        );
      }
      await serveJobs({
        input: stdin,
        write: (line) => void stdout.write(line),
        openExecutor: (libs) => openFor(context, open, { libs }),
        version,
        signal,
      });
      return 0;
    },
  };
}
