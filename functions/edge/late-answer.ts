import type { Request } from 'firebase-functions/https';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { hasCertificate, hasProfilePage, hasWorkPage } from '../stores/has-page.ts';
import { noticePage } from './notice-page.ts';

type Needs = Pick<Services, 'store'> & {
  readonly environment: Pick<Services['environment'], 'siteUrl' | 'hostingUrl'>;
};
interface PageResponse {
  status(code: number): PageResponse;
  set(header: string, value: string): PageResponse;
  type(of: string): PageResponse;
  send(body: string): unknown;
}

type HasPage = (services: Needs, name: string, rest: string) => Promise<boolean>;

/** Refuses paths below a work's page, because no such pages exist. */
const hasWorkPageOnly: HasPage = async (services, id, rest) =>
  rest === '' && (await hasWorkPage(services, id));

/** Tells by part of the site whether a page exists; `/{part}-fallback` draws pages without a file. */
const parts: Readonly<Record<string, HasPage>> = {
  viewdat: hasWorkPageOnly,
  analytics: hasWorkPageOnly,
  certificate: hasCertificate,
  profile: hasProfilePage,
};

const SITE_TIMEOUT_MILLIS = 5_000;

const nothingHere = noticePage(
  'Not found',
  '<p>There is no page at this address.</p>\n<a href="/dats">See DATS</a>',
);
const comeBack = noticePage(
  'One moment',
  '<p>This page is not ready yet. Try again in a minute.</p>\n<a href="/dats">See DATS</a>',
);

/**
 * Reads the page that draws works newer than the site.
 *
 * @returns undefined while the site cannot be reached, or has no such page
 */
async function readFallback(
  part: string,
  { siteUrl, hostingUrl }: Needs['environment'],
): Promise<string | undefined> {
  // The domain of a new shop leads nowhere at first.
  for (const origin of [siteUrl, hostingUrl]) {
    if (origin === undefined) continue;
    try {
      const signal = AbortSignal.timeout(SITE_TIMEOUT_MILLIS);
      const page = await fetch(`${origin}/${part}-fallback`, { signal });
      if (page.ok) return await page.text();
      log.warn('The site has no fallback page', { origin, part, status: page.status });
    } catch (error) {
      log.warn('The fallback page cannot be read', { origin, part, error: String(error) });
    }
  }
  return undefined;
}

/** Whether the page exists; undefined while the stores cannot be read, because the page itself will show it. */
async function isThere(
  services: Needs,
  hasPage: HasPage,
  segment: string,
  rest: string,
): Promise<boolean | undefined> {
  try {
    return await hasPage(services, decodeURIComponent(segment), rest);
  } catch (error) {
    if (error instanceof URIError) return false;
    log.warn('Whether a page exists cannot be read', { error: String(error) });
    return undefined;
  }
}

/**
 * Answers an address of a work or a person without a file in the site. 200 if they are newer than the last
 * rebuild (R-VIEW-10), 404 if there is nothing. Both get the fallback page, which reads the public data itself,
 * so an outdated answer still shows the right thing. While the fallback page cannot be read, an existing page
 * gets 503.
 */
export async function lateAnswer(
  services: Needs,
  request: Pick<Request, 'path' | 'method'>,
  response: PageResponse,
): Promise<void> {
  const [, part = '', segment = '', ...rest] = request.path.split('/');
  const hasPage = Object.hasOwn(parts, part) ? parts[part] : undefined;
  if (!hasPage || !['GET', 'HEAD'].includes(request.method)) {
    response.status(hasPage ? 405 : 404).send('GET a page\n');
    return;
  }
  const [found, page] = await Promise.all([
    isThere(services, hasPage, segment, rest.join('/')),
    readFallback(part, services.environment),
  ]);
  const isMissing = found === false;
  if (page === undefined && !isMissing) response.set('Retry-After', '60');
  response
    .status(isMissing ? 404 : page === undefined ? 503 : 200)
    // Without this header, Hosting would keep "not found" for ten minutes (N-INP-14).
    .set('Cache-Control', 'no-cache')
    .type('html')
    .send(page ?? (isMissing ? nothingHere : comeBack));
}
