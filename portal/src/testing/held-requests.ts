import type { Browser, CDPSession } from '@playwright/test';

/** A request that waits for its answer. */
export interface HeldRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** What is sent as text; an upload is not. */
  readonly body: string;
  readonly isOfImage: boolean;
}

/** What a server would send; no one is there, or nothing ever comes. */
export type Sent = SentFile | 'unreachable' | 'silence';

interface SentFile {
  readonly status?: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

export type AnswerRequest = (request: HeldRequest) => Promise<Sent> | Sent;

interface Holder {
  readonly devtools: CDPSession;
  readonly patterns: Set<string>;
  answer: AnswerRequest | undefined;
}

const holders = new WeakMap<Browser, Holder>();

/** An answer in JSON, as every service gives it. */
export const json = (value: unknown, status = 200): SentFile => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});

/**
 * From now on requests to these addresses are answered here, until `letGo`. Playwright's routes do
 * the same, but switch the browser's caches off: each page would load and compile its scripts
 * again.
 */
export async function holdRequests(
  browser: Browser,
  patterns: readonly string[],
  answer: AnswerRequest,
): Promise<void> {
  const holder = holders.get(browser) ?? (await newHolder(browser));
  holder.answer = answer;
  if (patterns.every((pattern) => holder.patterns.has(pattern))) return;
  for (const pattern of patterns) holder.patterns.add(pattern);
  const all = [...holder.patterns].map((urlPattern) => ({ urlPattern }));
  await holder.devtools.send('Fetch.enable', { patterns: all });
}

/** Nothing is answered here any more. */
export function letGo(browser: Browser): void {
  const holder = holders.get(browser);
  if (holder) holder.answer = undefined;
}

async function newHolder(browser: Browser): Promise<Holder> {
  const devtools = await browser.newBrowserCDPSession();
  const holder: Holder = { devtools, patterns: new Set(), answer: undefined };
  holders.set(browser, holder);
  devtools.on('Fetch.requestPaused', async ({ requestId, request, resourceType }) => {
    const { method, postDataEntries = [] } = request;
    const asked: HeldRequest = {
      method,
      url: new URL(request.url),
      headers: lowerCased(request.headers),
      body: textOf(postDataEntries),
      isOfImage: resourceType === 'Image',
    };
    const sent = holder.answer && (isPreflight(asked) ? permission : await holder.answer(asked));
    // A page that has taken its question back hears no answer.
    await send(devtools, requestId, sent, asked).catch(() => {});
  });
  return holder;
}

async function send(
  devtools: CDPSession,
  requestId: string,
  sent: Sent | undefined,
  { headers }: HeldRequest,
) {
  if (sent === 'silence') return;
  if (!sent) return devtools.send('Fetch.continueRequest', { requestId });
  if (sent === 'unreachable') {
    return devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  }
  return devtools.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: sent.status ?? 200,
    responseHeaders: [
      { name: 'Content-Type', value: sent.contentType },
      // Whatever another site is asked, it allows.
      { name: 'Access-Control-Allow-Origin', value: '*' },
      {
        name: 'Access-Control-Allow-Headers',
        value: headers['access-control-request-headers'] ?? '*',
      },
      { name: 'Access-Control-Allow-Methods', value: '*' },
    ],
    body: Buffer.from(sent.body).toString('base64'),
  });
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The browser asks by itself whether it may ask. */
const isPreflight = ({ method, headers }: HeldRequest): boolean =>
  method === 'OPTIONS' && 'access-control-request-method' in headers;
const permission: Sent = { status: 204, contentType: 'text/plain', body: '' };

const textOf = (parts: readonly { bytes?: string }[]): string =>
  Buffer.concat(parts.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'))).toString();
