import { datsIndexPath } from '@datchain/shared/contracts/dats-index.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { type Answer, answerCalls, type Calls } from './calls.ts';
import { type HeldRequest, holdRequests, json, type Sent } from './held-requests.ts';
import { encodeFields } from './rest-fields.ts';
import type { World } from './world.ts';

export interface Given extends Partial<World> {
  readonly calls?: Readonly<Record<string, Answer>>;
  readonly streams?: Readonly<Record<string, number>>;
  readonly reported?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly logs?: Readonly<Record<string, readonly object[]>>;
  readonly files?: Readonly<Record<string, object>>;
  /** The public log's tree and the lists of coins, by path below data/v1/. */
  readonly published?: ReadonlyMap<string, Uint8Array>;
  readonly canRelease?: boolean;
  readonly options?: BrowserContextOptions;
}

export async function give(
  browser: Browser,
  page: Page,
  given: Given,
  origin: string,
  complain: (text: string) => void,
): Promise<Calls> {
  const { user = null, live = {}, documents = {}, refused = [], isSilent = false } = given;
  const world: World = { user, live, documents, refused, isSilent };
  await page.addInitScript((begin) => {
    window.given = begin;
  }, world);
  const { reply, ...calls } = answerCalls(given.calls ?? {}, complain);
  const patterns = [
    'https://*',
    `${origin}/*${functionsRegion}/*`,
    `${origin}${datsIndexPath}`,
    `${origin}/*/${docs.allowedUsers}`,
    `${origin}${LOGS_PATH}*`,
    `${origin}${FILES_PATH}*`,
    `${origin}/*/${docs.analyticsSummaries}?*`,
    ...TREE_FOLDERS.map((folder) => `${origin}${DATA_PATH}${folder}*`),
  ];
  await holdRequests(browser, patterns, (request) =>
    request.url.pathname.includes(`/${functionsRegion}/`)
      ? reply(request)
      : answerOthers(given, origin, request),
  );
  return calls;
}

const LOGS_PATH = '/data/v1/log/';

const FILES_PATH = '/data/v1/dats/';

const DATA_PATH = '/data/v1/';
const TREE_FOLDERS = ['tlog/', 'coins/'];

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

const makeSummaries = ({ documents = {} }: Given): object => ({
  documents: Object.entries(documents)
    .filter(([path]) => path.startsWith(`${docs.analyticsSummaries}/`))
    .map(([name, data]) => ({ name, fields: encodeFields(data) })),
});

function makeIndex({ streams = {}, reported = {} }: Given): object {
  const ids = [...new Set([...Object.keys(streams), ...Object.keys(reported)])];
  const days = [...new Set(Object.values(reported).flatMap((own) => Object.values(own)))];
  const platforms = new Set(Object.values(reported).flatMap((own) => Object.keys(own)));
  const column = (platform: string) =>
    ids.map((id) => {
      const day = reported[id]?.[platform];
      return day === undefined ? null : days.indexOf(day);
    });
  return {
    id: ids,
    streams: ids.map((id) => streams[id] ?? null),
    days,
    upTo: Object.fromEntries([...platforms].map((platform) => [platform, column(platform)])),
  };
}

function answerOthers(given: Given, origin: string, { url, isOfImage }: HeldRequest): Sent {
  if (url.origin !== origin) {
    return isOfImage
      ? { contentType: 'image/svg+xml', body: picture }
      : { contentType: 'text/html', body: '<h1>Another site</h1>' };
  }
  if (url.pathname === datsIndexPath) {
    return json(makeIndex(given));
  }
  if (url.pathname.startsWith(LOGS_PATH)) {
    const lines = given.logs?.[url.pathname.slice(LOGS_PATH.length).replace(/\.jsonl$/, '')];
    return lines
      ? {
          contentType: 'application/jsonl',
          body: lines.map((line) => JSON.stringify(line)).join('\n'),
        }
      : { contentType: 'text/html', body: '<h1>No log</h1>' };
  }
  if (TREE_FOLDERS.some((folder) => url.pathname.startsWith(DATA_PATH + folder))) {
    const body = given.published?.get(url.pathname.slice(DATA_PATH.length));
    return body
      ? { contentType: 'application/octet-stream', body }
      : { status: 404, contentType: 'text/plain', body: 'Not there' };
  }
  if (url.pathname.startsWith(FILES_PATH)) {
    const file = given.files?.[url.pathname.slice(FILES_PATH.length).replace(/\.json$/, '')];
    return file ? json(file) : { contentType: 'text/html', body: '<h1>No work</h1>' };
  }
  if (url.pathname.endsWith(`/${docs.analyticsSummaries}`)) return json(makeSummaries(given));
  const values = given.canRelease && given.user ? [{ stringValue: given.user.uid }] : [];
  return json({ fields: { users: { arrayValue: { values } } } });
}
