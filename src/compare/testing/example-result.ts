import type { Result, ResultConditions } from '../result.ts';

export interface ExampleResult {
  readonly model?: string;
  readonly source?: string;
  readonly conditions?: ResultConditions;
  readonly notes?: readonly string[];
  readonly costUsd?: number;
  readonly rounds?: Result['rounds'];
}

/** A result with these passes: `'1101'` is four tasks with a sample each, `['11', '10']` two tasks with two. */
export function exampleResult(passes: string | readonly string[], options: ExampleResult = {}): Result {
  const { model = 'm', source = `${model}.json`, conditions = {}, notes = [], costUsd, rounds } = options;
  const samples = typeof passes === 'string' ? [...passes] : passes;
  const tasks = new Map(
    samples.map((outcomes, at) => {
      const passed = [...outcomes].filter((outcome) => outcome === '1').length;
      const status = outcomes[0] === '1' ? ('pass' as const) : ('fail' as const);
      const cause = passed < outcomes.length ? `AssertionError: task ${at}` : undefined;
      return [`T/${at}`, { samples: outcomes.length, passed, status, cause }];
    }),
  );
  return { model, source, conditions: { split: 'complete', ...conditions }, tasks, notes, costUsd, rounds };
}
