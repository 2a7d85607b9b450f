export class InvalidToken extends Error {
  readonly code: 'invalid_token' | 'expired_token';
  constructor(message: string, code: 'invalid_token' | 'expired_token' = 'invalid_token') {
    super(message);
    this.code = code;
  }
}

/** The caller of a request. Rules do not apply to an admin. */
export interface Identity {
  readonly isAdmin: boolean;
  /** The `auth` variable of rules; null when signed out. */
  readonly auth: Readonly<Record<string, unknown>> | null;
  /** Milliseconds; absent when the identity does not expire. */
  readonly expiresAt?: number;
}

export const SIGNED_OUT: Identity = { isAdmin: false, auth: null };
export const ADMIN: Identity = { isAdmin: true, auth: null };

/** The token that firebase-admin and tools use to act as the owner of the project. */
const OWNER = 'owner';

/**
 * Reads an unsigned token of the Auth emulator, or `owner`; `iat: 0` marks test tokens without
 * expiry.
 * @throws InvalidToken for a bad form, another project or an expired token
 */
export function identify(token: string, projectId: string, now: number): Identity {
  if (token === OWNER) return ADMIN;
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || signature === undefined || rest.length > 0) {
    throw new InvalidToken('Could not parse auth token.');
  }
  if (decode(header).alg !== 'none') {
    throw new InvalidToken('Only tokens of the local Auth emulator (alg none) are accepted.');
  }
  const claims = decode(payload);
  if (claims.aud !== projectId) {
    throw new InvalidToken(`The token is for ${String(claims.aud)}, not for ${projectId}.`);
  }
  const uid = claims.user_id ?? claims.sub;
  if (typeof uid !== 'string' || uid === '') throw new InvalidToken('The token names no user.');
  const auth = { uid, token: claims, provider: providerOf(claims) };
  if (claims.iat === 0) return { isAdmin: false, auth };
  const exp = claims.exp;
  if (typeof exp !== 'number') throw new InvalidToken('The token has no expiry.');
  if (exp * 1000 <= now) throw new InvalidToken('Auth token is expired', 'expired_token');
  return { isAdmin: false, auth, expiresAt: exp * 1000 };
}

function providerOf(claims: Record<string, unknown>): string {
  const firebase = claims.firebase;
  const provider =
    typeof firebase === 'object' && firebase !== null && 'sign_in_provider' in firebase
      ? firebase.sign_in_provider
      : claims.provider_id;
  return typeof provider === 'string' ? provider : 'custom';
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Falls through to the refusal below.
  }
  throw new InvalidToken('Could not parse auth token.');
}
