import { app } from './firebase.ts';
import { makeLiveMarks } from './live-changes.ts';

/**
 * The Realtime Database over REST, with timeouts and one request for many paths. The SDK is not used: it sends
 * unacknowledged writes again later, when they may be out of date.
 */
export interface LiveDatabase {
  /** Sets each path to its absolute value, all or nothing; null removes. */
  patch(values: Record<string, unknown>): Promise<void>;
  read(path: string): Promise<unknown>;
}

export interface SharedValues {
  readVersioned(path: string): Promise<{ value: unknown; version: string }>;
  /** Sets a path; returns 'conflict' if it, or anything below it, changed since this version. */
  replace(path: string, value: unknown, version: string): Promise<'written' | 'conflict'>;
}

interface Address {
  readonly base: string;
  readonly query: string;
}

function address(): Address {
  const config: unknown = JSON.parse(process.env.FIREBASE_CONFIG ?? '{}');
  const stored = (config as { databaseURL?: unknown }).databaseURL;
  const url = typeof stored === 'string' ? stored : undefined;
  const host = process.env.FIREBASE_DATABASE_EMULATOR_HOST;
  if (host) {
    const namespace = url ? new URL(url).searchParams.get('ns') : null;
    const fallback = `${process.env.GCLOUD_PROJECT}-default-rtdb`;
    return { base: `http://${host}`, query: `ns=${namespace ?? fallback}` };
  }
  if (!url) throw new Error('FIREBASE_CONFIG has no databaseURL');
  return { base: url.replace(/\/$/, ''), query: '' };
}

async function authorization(): Promise<string> {
  if (process.env.FIREBASE_DATABASE_EMULATOR_HOST) return 'Bearer owner';
  const token = await app().options.credential?.getAccessToken();
  if (!token) throw new Error('No credential to write the Realtime Database with');
  return `Bearer ${token.access_token}`;
}

const TIMEOUT_MILLIS = 5_000;
const PRECONDITION_FAILED = 412;

interface Asked {
  readonly method: 'GET' | 'PATCH' | 'PUT';
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly extra?: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly etag: string | null;
}

export function liveDatabase(): LiveDatabase & SharedValues {
  const { base, query } = address();
  const send = async (path: string, { headers, extra = '', ...init }: Asked): Promise<Answer> => {
    const parameters = [query, extra].filter(Boolean).join('&');
    const own = { Authorization: await authorization(), 'Content-Type': 'application/json' };
    const response = await fetch(`${base}/${path}.json${parameters ? `?${parameters}` : ''}`, {
      ...init,
      headers: { ...own, ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    const { status } = response;
    const text = await response.text();
    if (!response.ok && !(headers && 'if-match' in headers && status === PRECONDITION_FAILED)) {
      throw new Error(`Realtime Database ${init.method} /${path}: ${status} ${text}`);
    }
    return { status, text, etag: response.headers.get('etag') };
  };
  const readValue = ({ text }: Answer): unknown => (text === '' ? undefined : JSON.parse(text));
  const patch = async (values: Record<string, unknown>): Promise<void> => {
    if (Object.keys(values).length === 0) return;
    await send('', { method: 'PATCH', body: JSON.stringify(values), extra: 'print=silent' });
  };
  return {
    patch: (values) => patch({ ...values, ...makeLiveMarks(Object.keys(values)) }),

    read: async (path) => readValue(await send(path, { method: 'GET' })),

    async readVersioned(path) {
      const answer = await send(path, { method: 'GET', headers: { 'x-firebase-etag': 'true' } });
      if (answer.etag === null) throw new Error(`Realtime Database /${path}: it has no version`);
      return { value: readValue(answer), version: answer.etag };
    },

    async replace(path, value, version) {
      // A conditional write covers one path, so its mark comes first and is checked for a while.
      await patch(makeLiveMarks([path]));
      const body = JSON.stringify(value);
      const { status } = await send(path, {
        method: 'PUT',
        body,
        headers: { 'if-match': version },
      });
      return status === PRECONDITION_FAILED ? 'conflict' : 'written';
    },
  };
}
