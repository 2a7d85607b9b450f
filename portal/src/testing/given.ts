import { datsIndexPath } from '@datchain/shared/contracts/dats-index.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { type Answer, answerCalls, type Calls } from './calls.ts';
import { type HeldRequest, holdRequests, json, type Sent } from './held-requests.ts';
import { fieldsOf } from './rest-fields.ts';
import type { World } from './world.ts';

/** What a page begins with; what is left out is empty, and no one is signed in. */
export interface Given extends Partial<World> {
  /** Answers by the call's name. */
  readonly calls?: Readonly<Record<string, Answer>>;
  /** Total streams by work, as the ledger's last build has them. */
  readonly streams?: Readonly<Record<string, number>>;
  /** The last day that a platform has reported of a work, by work and platform, as that build has it. */
  readonly reported?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The public log's lines about a work, as far as they are published. */
  readonly logs?: Readonly<Record<string, readonly object[]>>;
  /** The public files of works, by id. */
  readonly files?: Readonly<Record<string, object>>;
  /** The public log as a tree and the lists of coins, by path below data/v1/. */
  readonly published?: ReadonlyMap<string, Uint8Array>;
  /** Whether the allow-list has the user. */
  readonly canRelease?: boolean;
  /** The size of the window, the theme and the like. */
  readonly options?: BrowserContextOptions;
}

/** Gives a page its world before it is opened. */
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
    `${origin}${LOGS}*`,
    `${origin}${FILES}*`,
    `${origin}/*/${docs.analyticsSummaries}?*`,
    ...TREE.map((folder) => `${origin}${DATA}${folder}*`),
  ];
  await holdRequests(browser, patterns, (request) =>
    request.url.pathname.includes(`/${functionsRegion}/`)
      ? reply(request)
      : answerOthers(given, origin, request),
  );
  return calls;
}

/** Where the ledger publishes the log of each work. */
const LOGS = '/data/v1/log/';

/** Where it publishes the file of each work. */
const FILES = '/data/v1/dats/';

/** Where it publishes files for programs, and those folders of them that belong to the log as a tree. */
const DATA = '/data/v1/';
const TREE = ['tlog/', 'coins/'];

/** A square to look at. */
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

/** The analytics summaries as Firestore's REST interface lists them; lists are not needed. */
const summariesOf = ({ documents = {} }: Given): object => ({
  documents: Object.entries(documents)
    .filter(([path]) => path.startsWith(`${docs.analyticsSummaries}/`))
    .map(([name, data]) => ({ name, fields: fieldsOf(data) })),
});

/** The ledger's index of works, as far as the portal reads it. */
function indexOf({ streams = {}, reported = {} }: Given): object {
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

/**
 * What the page asks others for: the ledger's index and log, the allow-list, pictures, the
 * provider.
 */
function answerOthers(given: Given, origin: string, { url, isOfImage }: HeldRequest): Sent {
  if (url.origin !== origin) {
    return isOfImage
      ? { contentType: 'image/svg+xml', body: picture }
      : { contentType: 'text/html', body: '<h1>Another site</h1>' };
  }
  if (url.pathname === datsIndexPath) {
    return json(indexOf(given));
  }
  if (url.pathname.startsWith(LOGS)) {
    const lines = given.logs?.[url.pathname.slice(LOGS.length).replace(/\.jsonl$/, '')];
    return lines
      ? {
          contentType: 'application/jsonl',
          body: lines.map((line) => JSON.stringify(line)).join('\n'),
        }
      : { contentType: 'text/html', body: '<h1>No log</h1>' };
  }
  if (TREE.some((folder) => url.pathname.startsWith(DATA + folder))) {
    const body = given.published?.get(url.pathname.slice(DATA.length));
    return body
      ? { contentType: 'application/octet-stream', body }
      : { status: 404, contentType: 'text/plain', body: 'Not there' };
  }
  if (url.pathname.startsWith(FILES)) {
    const file = given.files?.[url.pathname.slice(FILES.length).replace(/\.json$/, '')];
    return file ? json(file) : { contentType: 'text/html', body: '<h1>No work</h1>' };
  }
  if (url.pathname.endsWith(`/${docs.analyticsSummaries}`)) return json(summariesOf(given));
  const values = given.canRelease && given.user ? [{ stringValue: given.user.uid }] : [];
  return json({ fields: { users: { arrayValue: { values } } } });
}
