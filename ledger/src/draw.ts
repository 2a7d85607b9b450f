import { createApp } from 'astro/app/entrypoint';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';

/** What the compiled ledger exports; builder/compile-process.ts makes it from this file. */
export interface CompiledLedger {
  drawPages(site: string | undefined, share?: Share): AsyncGenerator<DrawnFile>;
}

/** Which of all files are drawn: of every so many the one with this number, from 0. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

interface DrawnFile {
  /** Where it belongs in the site. */
  readonly path: string;
  readonly content: Uint8Array;
}

const app = createApp({ streaming: false });

/**
 * Draws every page and file of the ledger, or a share of them, one after the other, for the site at this
 * address. Of two routes with the same path the first draws it, as in Astro's own build.
 *
 * @throws when a page cannot be drawn.
 */
export const drawPages: CompiledLedger['drawPages'] = async function* (
  site,
  share = { number: 0, of: 1 },
) {
  const { manifest } = app;
  if (site) manifest.site = site;
  const drawn = new Set<string>();
  for (const { pathname, route } of await new StaticPaths(app).getAll()) {
    const path =
      route.type === 'endpoint' ? pathname : `${pathname.replace(/^\/$/, '/index')}.html`;
    if (drawn.has(path)) continue;
    drawn.add(path);
    if (drawn.size % share.of !== share.number) continue;
    const response = await app.render(new Request(new URL(path, manifest.site)), {
      routeData: route,
    });
    if (response.status !== (route.route === '/404' ? 404 : 200)) {
      throw new Error(`${path} could not be drawn (${response.status}).`);
    }
    yield { path, content: new Uint8Array(await response.arrayBuffer()) };
  }
};
