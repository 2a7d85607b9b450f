import { createApp } from 'astro/app/entrypoint';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';

/** What the compiled ledger exports; builder/compile-process.ts makes it from this file. */
export interface CompiledLedger {
  drawPages(drawing: Drawing): AsyncGenerator<DrawnFile>;
}

export interface Drawing {
  /** The address of the site. */
  readonly site: string | undefined;
  readonly share: Share;
  /** Files that come before all others. */
  readonly first?: readonly string[];
  /** The keys of files of the last site, by file: with the same key it is not drawn. */
  readonly lastKeys?: ReadonlyMap<string, string>;
}

/** Which of all files are drawn: of every so many the one with this number, from 0. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

interface DrawnFile {
  /** Relative to the folder of the site. */
  readonly file: string;
  /** What it shows, where that has a name (see keyedPath). */
  readonly key: string | undefined;
  /** Undefined when the last site has it as it would be drawn. */
  readonly content: Uint8Array | undefined;
}

const app = createApp({ streaming: false });

type Path = Awaited<ReturnType<StaticPaths['getAll']>>[number];

const fileOf = ({ pathname, route }: Path): string =>
  (route.type === 'endpoint' ? pathname : `${pathname.replace(/^\/$/, '/index')}.html`).slice(1);

/**
 * Draws every page and file of the ledger, or a share of them, one after the other. Of two routes with
 * the same path the first draws it, as in Astro's own build.
 *
 * @throws when a page cannot be drawn.
 */
export const drawPages: CompiledLedger['drawPages'] = async function* (drawing) {
  const { site, share, first = [], lastKeys } = drawing;
  const { manifest } = app;
  if (site) manifest.site = site;
  const drawn = new Set<string>();
  const all = await new StaticPaths(app).getAll();
  const isFirst = (each: (typeof all)[number]) => first.includes(fileOf(each));
  const others = all.filter((each) => !isFirst(each));
  for (const each of [...all.filter(isFirst), ...others]) {
    const { route, cacheKey: key } = each;
    const file = fileOf(each);
    if (drawn.has(file)) continue;
    drawn.add(file);
    if (drawn.size % share.of !== share.number) continue;
    if (key !== undefined && lastKeys?.get(file) === key) {
      yield { file, key, content: undefined };
      continue;
    }
    const response = await app.render(new Request(new URL(`/${file}`, manifest.site)), {
      routeData: route,
    });
    if (response.status !== (route.route === '/404' ? 404 : 200)) {
      throw new Error(`/${file} could not be drawn (${response.status}).`);
    }
    yield { file, key, content: new Uint8Array(await response.arrayBuffer()) };
  }
};
