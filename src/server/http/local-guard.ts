import { type BrowserRequest, isFromElsewhere, isRead } from '../../util/browser-request.ts';
import { RequestFault } from './request-fault.ts';

/** A page can send any of the others without being asked for permission first. */
const bodyTypes = /^(?:application\/(?:[\w.-]+\+)?json|application\/x-ndjson)\s*(?:;|$)/i;
/** The one route that takes a file: only a program, which tells no origin, gets as far as this. */
const uploadType = /^multipart\/form-data\s*;/i;

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * What a server without tokens asks of a request instead: that it comes to a loopback address, which another name that
 * was made to point here is not (DNS rebinding); that no page of another site sent it; and that its body is JSON.
 */
export function requireLocal(request: BrowserRequest & { readonly url: string; readonly path: string }): void {
  const host = request.header('host') ?? new URL(request.url).host;
  if (!isLoopback(host.replace(/:\d+$/, ''))) {
    throw new RequestFault(403, 'Without a --token this server answers to localhost, 127.0.0.1 and [::1] only.');
  }
  if (isFromElsewhere(request, [host])) throw new RequestFault(403, 'Requests from other sites are refused.');
  if (isRead(request) || request.method === 'DELETE') return;
  const type = request.header('content-type') ?? '';
  const isUpload = request.path.endsWith('/upload') && uploadType.test(type);
  if (!isUpload && !bodyTypes.test(type)) {
    throw new RequestFault(415, 'Without a --token only JSON is taken: send "content-type: application/json".');
  }
}
