import type { Browser, CDPSession } from '@playwright/test';

export interface HeldRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as text; empty for binary uploads. */
  readonly body: string;
  readonly isOfImage: boolean;
}

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

export const json = (value: unknown, status = 200): SentFile => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});

/**
 * Answers requests to these addresses until `letGo`. Playwright's routes do the same, but disable
 * the browser's caches: each page would load and compile its scripts again.
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
      body: decodeBody(postDataEntries),
      isOfImage: resourceType === 'Image',
    };
    const sent = holder.answer && (isPreflight(asked) ? permission : await holder.answer(asked));
    // The page may have aborted its request.
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

const isPreflight = ({ method, headers }: HeldRequest): boolean =>
  method === 'OPTIONS' && 'access-control-request-method' in headers;
const permission: Sent = { status: 204, contentType: 'text/plain', body: '' };

const decodeBody = (parts: readonly { bytes?: string }[]): string =>
  Buffer.concat(parts.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'))).toString();
