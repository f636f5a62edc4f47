import { createHash, timingSafeEqual } from 'node:crypto';
import { RequestFault } from './request-fault.ts';

const anonymous: Caller = { owner: 'anonymous', isReader: false };
const challenge = { 'WWW-Authenticate': 'Basic realm="bigcodebench", Bearer' };

export interface Tokens {
  /** Each is an owner of its own, who sees and changes what is its own. */
  readonly tokens: readonly string[];
  /** Of dashboards: they see everything and change nothing. */
  readonly readTokens: readonly string[];
}

/** Who asks. */
export interface Caller {
  /** A short hash of the token. */
  readonly owner: string;
  readonly isReader: boolean;
}

/** Whether something of an owner is there for a caller; to others it does not exist. */
export function maySee({ owner, isReader }: Caller, thing: Pick<Caller, 'owner'>): boolean {
  return isReader || thing.owner === owner;
}

/**
 * Names callers by their tokens, of which only hashes are kept, or throws a 401. A token comes as `Bearer TOKEN`, or as
 * user name or password of `Basic`, since most clients can only put credentials into their URL. Without tokens everyone
 * is let in.
 */
export function createAuthenticator(given: Tokens): (authorization: string | undefined) => Caller {
  const known = [...given.tokens, ...given.readTokens].map((token, at) => {
    const digest = hash(token);
    const owner = digest.toString('hex').slice(0, 12);
    return { digest, caller: { owner, isReader: at >= given.tokens.length } };
  });
  return (authorization) => {
    if (known.length === 0) return anonymous;
    if (authorization === undefined) {
      throw new RequestFault(401, 'This server asks for a token.', { headers: challenge });
    }
    for (const offered of offeredTokens(authorization)) {
      const digest = hash(offered);
      // All are compared, so that the time taken reveals nothing.
      const [match] = known.filter((token) => timingSafeEqual(token.digest, digest));
      if (match !== undefined) return match.caller;
    }
    throw new RequestFault(401, 'The token is not one of this server.', { headers: challenge });
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

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();
