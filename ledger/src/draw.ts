import { createApp } from 'astro/app/entrypoint';
import { drawPage } from './draw-page.ts';
import type { FilePieces } from './exports/pieces.ts';
import type { PlannedPage } from './plan.ts';

/** What the compiled ledger exports; builder/compile-process.ts makes it from this file. */
export interface CompiledLedger {
  drawPages(drawing: Drawing): AsyncGenerator<DrawnFile>;
  /** Where the pieces are of files that were drawn. */
  drawnPieces(): Promise<ReadonlyMap<string, FilePieces>>;
}

export interface Drawing {
  /** The address of the site. */
  readonly site: string | undefined;
  /** Of the files that are not in the plan. */
  readonly share: Share;
  /** Files that come before all others. */
  readonly first?: readonly string[];
  /** Files that are not drawn: the last site has them as they would be. */
  readonly kept?: readonly string[];
}

/** Which of all files are drawn: of every so many the one with this number, from 0. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

interface DrawnFile {
  /** Relative to the folder of the site. */
  readonly file: string;
  readonly content: Uint8Array;
}

// What the pages are made of is loaded when they are drawn: only then it is known where it is.

export const drawnPieces: CompiledLedger['drawnPieces'] = async () =>
  (await import('./exports/pieces.ts')).piecesOfFiles;

const app = createApp({ streaming: false });
const { manifest } = app;
const routes = manifest.routes.map(({ routeData }) => routeData).filter((each) => each.prerender);
type Route = (typeof routes)[number];

type Path = Pick<PlannedPage, 'file' | 'props' | 'params'> & { readonly route: Route };

/** The files of routes without parameters, which are in no plan. */
const fixedPaths: readonly Path[] = routes.flatMap((route) => {
  const { pathname, type } = route;
  if (pathname === undefined) return [];
  const file = type === 'endpoint' ? pathname : `${pathname.replace(/^\/$/, '/index')}.html`;
  return [{ file: file.slice(1), props: {}, params: {}, route }];
});

/** @throws when the plan names a route that is not there */
function pathsOf(plan: readonly PlannedPage[]): Path[] {
  const byName = new Map(routes.map((route) => [route.route, route]));
  return plan.map(({ route: name, ...page }) => {
    const route = byName.get(name);
    if (!route) throw new Error(`There is no route ${name}.`);
    return { ...page, route };
  });
}

/**
 * Draws what is planned, and its share of the other files, one after the other.
 *
 * @throws when a page cannot be drawn.
 */
export const drawPages: CompiledLedger['drawPages'] = async function* (drawing) {
  const { site, share, first = [], kept = [] } = drawing;
  if (site) manifest.site = site;
  const { plan } = await import('./build-data.ts');
  const own = fixedPaths
    .filter((_path, index) => index % share.of === share.number)
    .filter(({ file }) => !kept.includes(file));
  const isFirst = ({ file }: Path) => first.includes(file);
  const all = [...own.filter(isFirst), ...own.filter((path) => !isFirst(path)), ...pathsOf(plan)];
  for (const path of all) {
    try {
      yield { file: path.file, content: await drawPage(path.route, path) };
    } catch (error) {
      throw new Error(`/${path.file} could not be drawn.`, { cause: error });
    }
  }
};
