import { createHash, timingSafeEqual } from 'node:crypto';
import { RequestFault } from './request-fault.ts';

export interface Authenticator {
  /** Names the caller by its token, or throws a 401. */
  identify(authorization: string | undefined): string;
}

const anonymous = 'anonymous';
const challenge = { 'WWW-Authenticate': 'Basic realm="bigcodebench", Bearer' };

/**
 * Knows callers by their tokens, of which only hashes are kept. A token comes as `Bearer TOKEN`, or as user name or
 * password of `Basic`, since most clients can only put credentials into their URL. Without tokens everyone is let in.
 */
export function createAuthenticator(tokens: readonly string[]): Authenticator {
  const known = tokens.map((token) => {
    const digest = hash(token);
    return { digest, owner: digest.toString('hex').slice(0, 12) };
  });
  return {
    identify(authorization) {
      if (known.length === 0) return anonymous;
      if (authorization === undefined)
        throw new RequestFault(401, 'This server asks for a token.', { headers: challenge });
      for (const offered of offeredTokens(authorization)) {
        const digest = hash(offered);
        // All are compared, so that the time taken reveals nothing.
        const owners = known.filter((token) => timingSafeEqual(token.digest, digest)).map(({ owner }) => owner);
        if (owners[0] !== undefined) return owners[0];
      }
      throw new RequestFault(401, 'The token is not one of this server.', { headers: challenge });
    },
  };
}

function offeredTokens(authorization: string): string[] {
  const [scheme = '', credentials = ''] = authorization.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === 'bearer') return [credentials];
  if (scheme.toLowerCase() !== 'basic') return [];
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? [decoded] : [decoded.slice(colon + 1), decoded.slice(0, colon)].filter((part) => part !== '');
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
