import { datAddressId, embedMarkup, embedSize } from '@datchain/shared/domain/embed.ts';
import { onRequest } from 'firebase-functions/https';
import * as v from 'valibot';
import { place, siteRequests } from '../machines.ts';
import { services } from '../services.ts';

const pixels = (fallback: number) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(1)),
    String(fallback),
  );

const querySchema = v.object({
  url: v.pipe(v.string(), v.url()),
  maxwidth: pixels(embedSize.width),
  maxheight: pixels(embedSize.height),
  format: v.optional(v.string(), 'json'),
});

/** Cached because other sites repeat the same requests; the player itself shows takedowns. */
const cached = 'public, max-age=300, s-maxage=3600';

/**
 * Tells other sites how to show a work when someone pastes its page's address (oEmbed 1.0, N-SND-10). 400: no
 * address, or an invalid size. 404: not the page of a public work. 501: any format but JSON.
 */
export const oembed = onRequest({ ...place, ...siteRequests }, async (request, response) => {
  // Every site gets one header, so that caches need not vary by site.
  response.set('Access-Control-Allow-Origin', '*');
  // Without it, Hosting's caches would keep a 404 for ten minutes (N-INP-14).
  response.set('Cache-Control', 'no-store');
  const no = (status: number, error: string) => response.status(status).json({ error });
  if (request.method !== 'GET') {
    no(405, 'GET only');
    return;
  }
  const asked = v.safeParse(querySchema, request.query);
  if (!asked.success) {
    no(400, 'Give the address of a DAT as url; maxwidth and maxheight are whole pixels.');
    return;
  }
  const { url, maxwidth, maxheight, format } = asked.output;
  if (format !== 'json') {
    no(501, 'Only format=json is answered.');
    return;
  }
  const { releases, environment } = services();
  const site = environment.siteUrl;
  const id = datAddressId(url, site);
  const release = id === undefined ? undefined : await releases.find(id);
  if (release?.state !== 'published') {
    no(404, 'No DAT that can be shown has this address.');
    return;
  }
  const { songName: song, artistName: artist } = release;
  const size = {
    width: Math.min(embedSize.width, maxwidth),
    height: Math.min(embedSize.height, maxheight),
  };
  response.set('Cache-Control', cached).json({
    version: '1.0',
    type: 'rich',
    provider_name: 'datchain',
    provider_url: site,
    title: song,
    author_name: artist,
    cache_age: 3600,
    html: embedMarkup({ site, id: release.id, song, artist }, size),
    ...size,
  });
});
