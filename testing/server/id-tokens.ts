import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

type Fields = Record<string, unknown>;

const encode = (fields: Fields) => Buffer.from(JSON.stringify(fields)).toString('base64url');
const nowSeconds = () => Math.floor(Date.now() / 1000);

export function aKey(kid: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }) as string };
}
export type Key = ReturnType<typeof aKey>;

export const makeClaims = (projectId: string, uid: string, change: Fields = {}): Fields => ({
  iss: `https://securetoken.google.com/${projectId}`,
  aud: projectId,
  auth_time: nowSeconds() - 60,
  user_id: uid,
  sub: uid,
  iat: nowSeconds() - 60,
  exp: nowSeconds() + 3_540,
  email: 'fan@dats.test',
  email_verified: true,
  firebase: { identities: {}, sign_in_provider: 'password' },
  ...change,
});

const rs256 = (text: string, key: KeyObject) =>
  sign('RSA-SHA256', Buffer.from(text), key).toString('base64url');

/** Reads the claims of a token without verifying it. */
export const claimsIn = (token: string): Fields =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export function signed(claims: Fields, { kid, privateKey }: Key, header: Fields = {}): string {
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid, ...header })}.${encode(claims)}`;
  return `${text}.${rs256(text, privateKey)}`;
}

/** Makes a token without a signature, like Firebase's Auth emulator. */
const unsigned = (claims: Fields, header: Fields = {}): string =>
  `${encode({ alg: 'none', typ: 'JWT', ...header })}.${encode(claims)}.`;

const hs256 = (claims: Fields, kid: string, secret: string): string => {
  const text = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

const hourAgo = () => ({ iat: nowSeconds() - 7_200, exp: nowSeconds() - 3_600 });

export const badClaims = (projectId: string, uid: string): Readonly<Record<string, Fields>> => {
  const claims = (change: Fields) => makeClaims(projectId, uid, change);
  const other = 'demo-somebody-else';
  return {
    expired: claims(hourAgo()),
    "another project's": makeClaims(other, uid),
    'for another project': claims({ aud: other }),
    'of another issuer': claims({ iss: `https://securetoken.google.com/${other}` }),
    'a session cookie': claims({ iss: `https://session.firebase.google.com/${projectId}` }),
    'without a user': claims({ sub: undefined }),
    'with an empty user': claims({ sub: '' }),
    'with a user who is a number': claims({ sub: 7 }),
    'with a user of 129 characters': claims({ sub: 'u'.repeat(129) }),
  };
};

export const badHeaders: Readonly<Record<string, string | undefined>> = {
  'no header': undefined,
  'an empty header': '',
  'no token': 'Bearer ',
  'another scheme': 'Basic ZmFuOmRlbW8=',
  'a word': 'Bearer nonsense',
  'three letters': 'Bearer a.b.c',
  'no claims': `Bearer ${encode({ alg: 'none' })}..`,
  'the local database key': 'Bearer owner',
};

/** Made once, because making a key is slow. */
const stranger = aKey('stranger');

export function badSignatures(
  projectId: string,
  uid: string,
  key: Key,
): Readonly<Record<string, string>> {
  const claims = makeClaims(projectId, uid);
  const good = signed(claims, key);
  const [header, , signature] = good.split('.');
  return {
    unsigned: unsigned(claims),
    'unsigned, naming a key': unsigned(claims, { kid: key.kid }),
    'unsigned, with a signature': `${unsigned(claims, { kid: key.kid })}${signature}`,
    'without its signature': good.slice(0, good.lastIndexOf('.') + 1),
    'signed with the public key as a secret': hs256(claims, key.kid, key.pem),
    'signed by a stranger': signed(claims, stranger),
    'signed by a stranger under a known name': signed(claims, { ...stranger, kid: key.kid }),
    'naming no key': signed(claims, key, { kid: undefined }),
    'naming what every object has': signed(claims, key, { kid: 'constructor' }),
    'changed after it was signed': [header, encode({ ...claims, sub: `${uid}x` }), signature].join(
      '.',
    ),
  };
}
