import type { TaskAnswer } from '../../../../src/schema/view/task-document.ts';

/** Answers that are the same program. */
export interface ProgramGroup {
  readonly key: string;
  readonly answers: readonly TaskAnswer[];
}

/** Programs that fail the same tests, or pass. */
export interface SignatureGroup {
  readonly key: string;
  readonly isPass: boolean;
  readonly failedTests: readonly string[];
  readonly cause: string;
  readonly programs: readonly ProgramGroup[];
  readonly count: number;
}

/** First by what fails, then by program; passing groups first, then the most frequent. */
export function groupAnswers(answers: readonly TaskAnswer[]): SignatureGroup[] {
  const bySignature = Map.groupBy(answers, ({ outcome, failedTests, cause }) =>
    outcome === 'pass' ? 'pass' : `${outcome} ${cause} ${failedTests.join(' ')}`,
  );
  return [...bySignature]
    .map(([key, members]): SignatureGroup => {
      const [first] = members;
      const byProgram = Map.groupBy(members, ({ programKey }) => programKey);
      return {
        key,
        isPass: first?.outcome === 'pass',
        failedTests: first?.failedTests ?? [],
        cause: first?.cause ?? '',
        programs: [...byProgram]
          .map(([program, same]) => ({ key: program, answers: same }))
          .sort((a, b) => b.answers.length - a.answers.length),
        count: members.length,
      };
    })
    .sort((a, b) => Number(b.isPass) - Number(a.isPass) || b.count - a.count);
}

/** `run:index`: how an answer is named in an address. */
export function nameAnswer({ runId, index }: Pick<TaskAnswer, 'runId' | 'index'>): string {
  return `${runId}:${index}`;
}
