import { queryOptions } from '@tanstack/react-query';
import type { AnalysisDocument } from '../../../src/schema/view/analysis-document.ts';
import type {
  AuditDocument,
  CompareDocument,
  FailuresDocument,
  LeaderboardDocument,
  MatrixDocument,
} from '../../../src/schema/view/overview-document.ts';
import type { InfoDocument, RunDocument, RunListDocument } from '../../../src/schema/view/run-document.ts';
import type { ExtractionDocument, SampleDocument } from '../../../src/schema/view/sample-document.ts';
import type { AnswersDocument, TaskDocument, TaskListDocument } from '../../../src/schema/view/task-document.ts';
import type { DocumentSource } from './source.ts';

const part = encodeURIComponent;

/** Every document by its path; the path is also the key it is cached under. */
export function createQueries(source: DocumentSource) {
  // The one place where documents get their types: whatever answers is of the same build as this app.
  const document = <Document>(path: string) =>
    queryOptions({ queryKey: path.split('/'), queryFn: async () => (await source.read(path)) as Document });
  return {
    info: () => document<InfoDocument>('info'),
    runs: () => document<RunListDocument>('runs'),
    run: (id: string) => document<RunDocument>(`runs/${part(id)}`),
    sample: (id: string, index: number, taskId: string) =>
      document<SampleDocument>(`runs/${part(id)}/samples/${index}/${part(taskId)}`),
    extraction: (id: string, index: number, taskId: string) =>
      document<ExtractionDocument>(`runs/${part(id)}/extraction/${index}/${part(taskId)}`),
    tasks: () => document<TaskListDocument>('tasks'),
    task: (id: string) => document<TaskDocument>(`tasks/${part(id)}`),
    answers: (taskId: string) => document<AnswersDocument>(`tasks/${part(taskId)}/answers`),
    matrix: () => document<MatrixDocument>('matrix'),
    failures: () => document<FailuresDocument>('failures'),
    compare: (a: string, b: string) => document<CompareDocument>(`compare/${part(a)}/${part(b)}`),
    leaderboard: () => document<LeaderboardDocument>('leaderboard'),
    audit: () => document<AuditDocument>('audit'),
    analysis: () => document<AnalysisDocument>('analysis'),
  };
}

export type Queries = ReturnType<typeof createQueries>;
