import type { Task } from '../schema/task.ts';
import type { TreeParser } from '../syntax/syntax-tree.ts';
import type { SampleRecord } from '../upstream/read-samples.ts';
import { groupBy } from '../util/group-by.ts';
import { isBlank } from '../util/python-text.ts';
import type { CheckedSolution, SyntaxProblem } from './check-syntax.ts';
import { definesName } from './defines-name.ts';

type ProblemKind = SyntaxProblem['kind'] | 'empty' | 'no-entry-point';

/** A solution that does not compile or cannot be tested. */
export interface CheckedAnswer extends Omit<SyntaxProblem, 'kind'> {
  readonly answer: SampleRecord;
  readonly kind: ProblemKind;
  readonly text?: string | undefined;
  readonly decidedBy: CheckedSolution['decidedBy'];
}

export type SyntaxReview = Awaited<ReturnType<typeof reviewAnswers>>;

interface ReviewOptions {
  readonly answers: readonly SampleRecord[];
  readonly tasks: ReadonlyMap<string, Task>;
  readonly parser: TreeParser;
  readonly samplesPerTask?: number | undefined;
  readonly checkSolutions: (codes: readonly string[]) => Promise<readonly CheckedSolution[]>;
}

/** Reviews a whole samples file: which solutions compile, which tasks are missing, whether the counts are right. */
export async function reviewAnswers(options: ReviewOptions) {
  const { answers, tasks, parser, samplesPerTask, checkSolutions } = options;
  const codes = answers.map((answer) => buildSolution(answer, tasks.get(answer.taskId)));
  const checked = await checkSolutions(codes);
  const problems = answers.flatMap((answer, at): CheckedAnswer[] => {
    const code = codes[at] ?? '';
    const { problem, decidedBy = 'in-process' } = checked[at] ?? {};
    const entryPoint = tasks.get(answer.taskId)?.entryPoint ?? '';
    if (isBlank(code)) return [{ answer, kind: 'empty', message: 'no code', decidedBy }];
    if (problem !== undefined) return [{ answer, ...problem, text: findLine(code, problem.line), decidedBy }];
    if (definesName(parser, code, entryPoint)) return [];
    return [{ answer, kind: 'no-entry-point', message: `${entryPoint} is not defined`, decidedBy }];
  });
  const byTask = groupBy(answers, ({ taskId }) => taskId);
  const count = (kind: ProblemKind) => problems.filter((problem) => problem.kind === kind).length;
  return {
    problems,
    missingTasks: [...tasks.keys()].filter((id) => !byTask.has(id)),
    wrongCounts: [...byTask]
      .filter(([, found]) => samplesPerTask !== undefined && found.length !== samplesPerTask)
      .map(([task_id, found]) => ({ task_id, samples: found.length })),
    counts: {
      answers: answers.length,
      syntax: count('syntax'),
      compile: count('compile'),
      empty: count('empty'),
      no_entry_point: count('no-entry-point'),
    },
  };
}

/** A completion directly follows its prompt. */
function buildSolution({ solution, completion }: SampleRecord, task: Task | undefined): string {
  return solution ?? (completion === undefined ? '' : `${task?.completePrompt ?? ''}${completion}`);
}

function findLine(code: string, line: number | undefined): string | undefined {
  return line === undefined ? undefined : code.split(/\r\n|\r|\n/)[line - 1]?.replaceAll('\t', ' ');
}
