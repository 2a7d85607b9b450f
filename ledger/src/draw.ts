import { createApp } from 'astro/app/entrypoint';
import { type BuildFiles, openBuild, readPlan } from './build-data.ts';
import { drawPage, loadPage } from './draw-page.ts';
import { isOfWorks } from './exports/files-of-works.ts';
import { type FilePieces, openPieces, piecesOfFiles } from './exports/pieces.ts';
import type { PlannedPage } from './plan.ts';

/** What the compiled ledger exports; builder/compile-process.ts makes it from this file. */
export interface CompiledLedger {
  /** Loads all pages, before it is known what is drawn. */
  loadPages(): Promise<void>;
  drawPages(drawing: Drawing): AsyncGenerator<DrawnFile>;
  /** Where the pieces are of files that were drawn. */
  readonly piecesOfFiles: ReadonlyMap<string, FilePieces>;
}

export interface Drawing extends BuildFiles {
  /** Where the pieces are of files of the last site, if any can be taken over. */
  readonly piecesFile?: string | undefined;
  /** The address of the site; without one that of the sources. */
  readonly site: string | undefined;
  /** Of the files that are not in the plan. */
  readonly share: Share;
  /** The file with the next part of the plan; null when there is none. */
  readonly nextPlan: () => Promise<string | null>;
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

export { piecesOfFiles };

const app = createApp({ streaming: false });
const { manifest } = app;
const routes = manifest.routes.map(({ routeData }) => routeData).filter((each) => each.prerender);
type Route = (typeof routes)[number];

type Path = Pick<PlannedPage, 'file' | 'props'> & { readonly route: Route };

/** The files of routes without parameters, which are in no plan. */
const fixedPaths: readonly Path[] = routes.flatMap((route) => {
  const { pathname, type } = route;
  if (pathname === undefined) return [];
  const file = type === 'endpoint' ? pathname : `${pathname.replace(/^\/$/, '/index')}.html`;
  return [{ file: file.slice(1), props: {}, route }];
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

export const loadPages: CompiledLedger['loadPages'] = async () => {
  for (const route of routes) await loadPage(route);
};

/**
 * Draws its share of the files that are in no plan, and then what it is given of those that are planned,
 * one after the other.
 *
 * @throws when a page cannot be drawn
 */
export const drawPages: CompiledLedger['drawPages'] = async function* (drawing) {
  const { share, first = [], kept = [], piecesFile, nextPlan } = drawing;
  const site = new URL(drawing.site ?? manifest.site ?? '');
  openBuild(drawing);
  if (piecesFile) openPieces(piecesFile);
  const draw = async (path: Path): Promise<DrawnFile> => {
    const { file, route } = path;
    try {
      return { file, content: await drawPage(route, { ...path, site }) };
    } catch (error) {
      throw new Error(`/${file} could not be drawn.`, { cause: error });
    }
  };
  const own = fixedPaths
    // What is made together is drawn by the first process.
    .filter(({ file }, index) => (isOfWorks(file) ? 0 : index % share.of) === share.number)
    .filter(({ file }) => !kept.includes(file));
  const isFirst = ({ file }: Path) => first.includes(file);
  for (const path of own.filter(isFirst)) yield await draw(path);
  for (const path of own.filter((each) => !isFirst(each))) yield await draw(path);
  for (let plan = await nextPlan(); plan !== null; ) {
    // It is there by the time that this one is drawn.
    const next = nextPlan();
    for (const path of pathsOf(readPlan(plan))) yield await draw(path);
    plan = await next;
  }
};
