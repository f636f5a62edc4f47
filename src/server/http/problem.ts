import { z } from 'zod';
import type { RequestFault } from './request-fault.ts';

/** The body of every error of our own API: RFC 9457. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).optional(),
});

const titles: Record<RequestFault['status'], string> = {
  400: 'Bad request',
  401: 'A token is needed',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'The request took too long to arrive',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unknown content type',
  422: 'The request does not fit its schema',
  429: 'Too many requests',
  500: 'The server failed',
  503: 'Too busy',
  504: 'Not done in time',
};

/** How an error is reported: a body and its content type. Each dialect has its own. */
export type RenderFault = (fault: RequestFault) => { readonly body: unknown; readonly type: string };

export const renderProblem: RenderFault = ({ status, message, issues }) => ({
  type: 'application/problem+json',
  body: {
    type: 'about:blank',
    title: titles[status],
    status,
    detail: message,
    ...(issues.length > 0 ? { issues } : {}),
  },
});
