/** What a browser tells about the sender of a request. Programs that are no browser tell nothing of it. */
export type BrowserRequest = { readonly method: string; header(name: string): string | undefined };

export function isRead({ method }: BrowserRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Somebody follows a link, or types the address. */
export function isNavigation(request: BrowserRequest): boolean {
  const isMoving = request.header('sec-fetch-mode') === 'navigate' && request.header('origin') === undefined;
  return isMoving && isRead(request);
}

/** Whether a page of another site asks. Following a link from there is harmless; anything else is not. */
export function isFromElsewhere(request: BrowserRequest, ownHosts: readonly string[]): boolean {
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  const isForeign = origin !== undefined && !ownHosts.some((own) => origin === `http://${own}`);
  return (isForeign || site === 'cross-site' || site === 'same-site') && !isNavigation(request);
}
