import { createHash, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ADMIN } from '../../identity.ts';
import { badRequest, denied, notFound, Refused } from '../refusal.ts';
import type { Place, Storage } from '../storage.ts';
import { sendBytes } from './download.ts';
import { decode, requireDemo, requireObjectName } from './request.ts';

export interface Signer {
  readonly email: string;
  /** PEM format. */
  readonly publicKey: string;
}

interface SignedCall {
  readonly storage: Storage;
  readonly signer: Signer | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

const ALGORITHM = 'GOOG4-RSA-SHA256';
const MAX_EXPIRY_SECONDS = 7 * 24 * 60 * 60;
const MAX_SKEW_MILLIS = 15 * 60_000;

/** The query parameters that may override response headers. */
const overrides: Readonly<Record<string, string>> = {
  'response-content-disposition': 'content-disposition',
  'response-content-type': 'content-type',
};

/** Percent-encodes like the signers: everything but letters, digits and `-._~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Reads the query as written: a plus stays a plus. @throws a 400 for a repeated key */
function readQuery(url: URL): Map<string, string> {
  const query = new Map<string, string>();
  for (const pair of url.search.slice(1).split('&').filter(Boolean)) {
    const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    if (query.has(decode(key))) throw badRequest(`${decode(key)} is there twice`);
    query.set(decode(key), decode(value));
  }
  return query;
}

function signedText(call: SignedCall, { bucket, name }: Place, query: Map<string, string>) {
  const [date = '', scope = ''] = [
    query.get('X-Goog-Date'),
    query.get('X-Goog-Credential')?.split('/').slice(1).join('/'),
  ];
  const asked = [...query]
    .filter(([key]) => key !== 'X-Goog-Signature')
    .map(([key, value]) => [encoded(key), encoded(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
  const path = [bucket, ...name.split('/')].map(encoded).join('/');
  const { hostname } = call.url;
  const canonical = [
    ...[call.request.method, `/${path}`, asked],
    ...[`host:${hostname}\n`, 'host', 'UNSIGNED-PAYLOAD'],
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  return [ALGORITHM, date, scope, hash].join('\n');
}

/** Reads the time of signing, in milliseconds; NaN for another format. */
const readDate = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** @throws a refusal for a URL that the account did not sign, or that was changed or has expired */
function requireSignature(call: SignedCall, place: Place, query: Map<string, string>): void {
  const { signer, storage } = call;
  const date = query.get('X-Goog-Date') ?? '';
  const seconds = Number(query.get('X-Goog-Expires'));
  const credential = `${signer?.email}/${date.slice(0, 8)}/auto/storage/goog4_request`;
  const isWellFormed =
    query.get('X-Goog-Algorithm') === ALGORITHM &&
    query.get('X-Goog-Credential') === credential &&
    query.get('X-Goog-SignedHeaders') === 'host' &&
    Number.isInteger(seconds) &&
    seconds > 0 &&
    seconds <= MAX_EXPIRY_SECONDS;
  const signature = Buffer.from(query.get('X-Goog-Signature') ?? '', 'hex');
  const signed = Buffer.from(signedText(call, place, query));
  if (!signer || !isWellFormed || !verify('sha256', signed, signer.publicKey, signature)) {
    throw denied('The address is not signed, or was changed.');
  }
  const since = readDate(date);
  if (!(since <= storage.now() + MAX_SKEW_MILLIS)) throw denied('It is signed for later.');
  if (storage.now() >= since + seconds * 1_000) throw new Refused(400, 'The address has expired.');
}

/**
 * Answers a signed URL (version 4). Anyone with it may read this object until it expires, or a
 * single generation if the URL names one.
 */
export async function answerSigned(call: SignedCall, place: Place): Promise<void> {
  const { storage, request, response, url } = call;
  requireDemo(place.bucket, 'bucket');
  requireObjectName(place.name);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw badRequest(`${request.method} is not used at this address`);
  }
  const query = readQuery(url);
  requireSignature(call, place, query);
  const generation = query.get('generation');
  const headers = Object.fromEntries(
    Object.entries(overrides).flatMap(([key, header]) => {
      const value = query.get(key);
      return value === undefined ? [] : [[header, value]];
    }),
  );
  const find = async () => {
    const found = await storage.getBytes(place, ADMIN);
    if (generation !== undefined && generation !== String(found.object.generation)) {
      throw notFound(`generation of ${place.bucket}/${place.name}: ${generation}`);
    }
    return { ...found, headers };
  };
  await sendBytes(find, request, response);
}
