import { app } from './firebase.ts';

/**
 * The Realtime Database over REST, as the server writes it: bounded, one request for many paths.
 * Not the SDK: it sends unacknowledged writes again later, when they may be out of date.
 */
export interface LiveDatabase {
  /** Sets each path to its absolute value, all or nothing; null removes. */
  patch(values: Record<string, unknown>): Promise<void>;
  read(path: string): Promise<unknown>;
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

export function liveDatabase(): LiveDatabase {
  const { base, query } = address();
  const request = async (path: string, init: RequestInit, extra = ''): Promise<unknown> => {
    const parameters = [query, extra].filter(Boolean).join('&');
    const response = await fetch(`${base}/${path}.json${parameters ? `?${parameters}` : ''}`, {
      ...init,
      headers: { Authorization: await authorization(), 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`Realtime Database ${init.method} /${path}: ${response.status} ${text}`);
    }
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    async patch(values) {
      if (Object.keys(values).length === 0) return;
      await request('', { method: 'PATCH', body: JSON.stringify(values) }, 'print=silent');
    },
    read: (path) => request(path, { method: 'GET' }),
  };
}
