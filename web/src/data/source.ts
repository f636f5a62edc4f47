import type { ProblemDocument } from '../../../src/schema/view/run-document.ts';
import type { SampleDocument } from '../../../src/schema/view/sample-document.ts';
import type { AnswersDocument, TaskAnswer } from '../../../src/schema/view/task-document.ts';

/** Where documents come from: a server, exported files, or the page itself. */
export interface DocumentSource {
  read(path: string): Promise<unknown>;
  /** Only a server can. */
  readonly post?: (path: string, body: unknown) => Promise<unknown>;
  /** Whether it can say what each strategy would take out of an answer. */
  readonly hasExtractions: boolean;
  /** Where the server tells what changes. */
  readonly eventsUrl?: string;
  /** Whether addresses live behind the `#`, for there is no server to answer others. */
  readonly usesHash: boolean;
}

/** A request that was answered with a reason why not. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: string;

  constructor({ code, message }: ProblemDocument) {
    super(message);
    this.code = code;
  }
}

export function createServerSource(): DocumentSource {
  return {
    usesHash: false,
    hasExtractions: true,
    eventsUrl: '/api/events',
    read: async (path) => take(await ask(`/api/${path}`)),
    post: async (path, body) =>
      take(
        await ask(`/api/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
  };
}

/** Exported files: each document is a file named after its path. */
export function createFileSource(base: string): DocumentSource {
  return {
    usesHash: true,
    hasExtractions: true,
    read: async (path) => take(await ask(`${base}/${fileNameOf(path)}`)),
  };
}

/** Documents that lie in the page. Answers lie there once, with their samples. */
export function createEmbeddedSource(documents: Readonly<Record<string, unknown>>): DocumentSource {
  const solutionOf = (taskId: string, { runId, index }: TaskAnswer): string => {
    const path = `runs/${encodeURIComponent(runId)}/samples/${index}/${encodeURIComponent(taskId)}`;
    const sample = documents[path] as SampleDocument | undefined;
    return sample === undefined ? '' : sample.program.split('\n').slice(sample.calibrationLines).join('\n');
  };
  return {
    usesHash: true,
    hasExtractions: false,
    async read(path) {
      const document = documents[path];
      if (document === undefined) {
        throw new DocumentError({ code: 'NOT_FOUND', message: 'This report does not carry that.' });
      }
      if (!/^tasks\/[^/]+\/answers$/.test(path)) return document;
      const { answers, ...rest } = document as AnswersDocument;
      return { ...rest, answers: answers.map((answer) => ({ ...answer, solution: solutionOf(rest.taskId, answer) })) };
    },
  };
}

/** `runs/0123456789ab/samples/0/BigCodeBench%2F17` → a name that every file system and web host takes. */
export function fileNameOf(path: string): string {
  return `${path.replaceAll('%', '~')}.json`;
}

async function ask(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new DocumentError({ code: 'OFFLINE', message: 'The server does not answer. Is `bcb view` still running?' });
  }
}

async function take(response: Response): Promise<unknown> {
  const document: unknown = await response.json().catch(() => undefined);
  if (response.ok && document !== undefined) return document;
  // The server of the same build refuses in this shape; a web host of exported files does not.
  const problem = document as ProblemDocument | undefined;
  throw new DocumentError({
    code: problem?.code ?? 'NOT_FOUND',
    message: problem?.message ?? 'There is no such document here.',
  });
}
