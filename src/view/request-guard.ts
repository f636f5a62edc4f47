import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { timingSafeEqual } from 'hono/utils/buffer';
import type { ProblemDocument } from '../schema/view/run-document.ts';
import { isFromElsewhere, isNavigation, isRead } from '../util/browser-request.ts';

export interface GuardOptions {
  /** `Host` headers that are answered; anything else is another name for this machine (DNS rebinding). */
  readonly hosts: readonly string[];
  /** Of this start; printed with the address, kept by the browser as a cookie. */
  readonly token: string;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * What every request must pass: an exact Host; no other site as its sender; the token of this start for documents; and
 * for what changes or executes something, our own Origin and a JSON body.
 */
export function guardRequests({ hosts, token }: GuardOptions): MiddlewareHandler {
  return async (context, next) => {
    setHeaders(context);
    const { req } = context;
    const host = req.header('host') ?? '';
    if (!hosts.includes(host)) return refuse(context, 403, 'HOST', 'This server answers to its own address only.');
    if (isFromElsewhere(req, hosts)) return refuse(context, 403, 'ORIGIN', 'Requests from other sites are refused.');
    if (!isRead(req)) {
      if (req.header('origin') === undefined) return refuse(context, 403, 'ORIGIN', 'This request needs an Origin.');
      const isJson = /^application\/json\b/.test(req.header('content-type') ?? '');
      if (!isJson) return refuse(context, 403, 'CONTENT_TYPE', 'This request needs a JSON body.');
    }
    const cookie = cookieNameOf(host);
    const given = req.query('token');
    if (given !== undefined && (await timingSafeEqual(given, token))) {
      setCookie(context, cookie, token, { httpOnly: true, sameSite: 'Strict', path: '/' });
      if (isNavigation(req) || req.header('accept')?.includes('text/html'))
        return context.redirect(withoutToken(req.url));
    }
    if (req.path.startsWith('/api/')) {
      const bearer = /^Bearer (.+)$/.exec(req.header('authorization') ?? '')?.[1];
      const offered = [given, bearer, getCookie(context, cookie)].filter((word) => word !== undefined);
      const same = await Promise.all(offered.map((word) => timingSafeEqual(word, token)));
      if (!same.includes(true)) {
        return refuse(context, 401, 'TOKEN', 'Open the address that `bcb view` printed: it carries the token.');
      }
    }
    await next();
  };
}

/** Browsers share cookies between ports, so each server has its own. */
const cookieNameOf = (host: string): string => `bcb_view_${host.split(':').at(-1) ?? ''}`;

function setHeaders(context: Context): void {
  context.header('content-security-policy', policy);
  context.header('x-content-type-options', 'nosniff');
  context.header('referrer-policy', 'no-referrer');
  context.header('cross-origin-opener-policy', 'same-origin');
  context.header('cross-origin-resource-policy', 'same-origin');
}

export function refuse(context: Context, status: 400 | 401 | 403 | 404, code: string, message: string): Response {
  const problem: ProblemDocument = { code, message };
  return context.json(problem, status);
}

function withoutToken(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('token');
  // One slash: two would name another host.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}
