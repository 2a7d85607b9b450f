import { createApp } from 'astro/app/entrypoint';
import { type BuildFiles, openBuild, readPlan } from './build-data.ts';
import { drawPage, loadPage } from './draw-page.ts';
import { datFileText } from './exports/dat-file.ts';
import { datFileRoute, type PlannedPage } from './plan.ts';
import type { GivenDat } from './rows/dat-brief.ts';

/** What the compiled ledger exports; builder/compile-process.ts makes it from this file. */
export interface CompiledLedger {
  /** Loads all pages, before it is known what is drawn. */
  loadPages(): Promise<void>;
  drawPages(drawing: Drawing): AsyncGenerator<DrawnFile>;
}

export interface Drawing extends BuildFiles {
  readonly site: string;
  /** Of the files that are not in the plan. */
  readonly share: Share;
  /** The file of what is planned. */
  readonly planFile: string;
  /** Files that are not drawn: the last site has them as they would be. */
  readonly kept?: readonly string[];
}

/** Which of all files are drawn: of every so many the one with this number, from 0. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

type DrawnFile = {
  readonly file: string;
} & ({ readonly content: string } | { readonly problem: string });

const app = createApp({ streaming: false });
const { manifest } = app;
const routes = manifest.routes.map(({ routeData }) => routeData).filter((each) => each.prerender);
type Route = (typeof routes)[number];

/** A page, or a file for programs, which Astro would draw at the cost of a request and a response. */
type Path = Pick<PlannedPage, 'file' | 'props'> & { readonly route: Route | typeof datFileRoute };

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
    const route = name === datFileRoute ? name : byName.get(name);
    if (!route) throw new Error(`There is no route ${name}.`);
    return { ...page, route };
  });
}

export const loadPages: CompiledLedger['loadPages'] = async () => {
  for (const route of routes) await loadPage(route);
};

/**
 * Draws its share of the files that are in no plan, and then those that are planned, one after the other. A file that cannot be drawn does not keep the others from it (N-INP-01).
 *
 * @throws when the plan names a route that is not there
 */
export const drawPages: CompiledLedger['drawPages'] = async function* (drawing) {
  const { share, kept = [], planFile } = drawing;
  const site = new URL(drawing.site);
  openBuild(drawing);
  const draw = async (path: Path): Promise<DrawnFile> => {
    const { file, route, props } = path;
    try {
      if (route !== datFileRoute) return { file, content: await drawPage(route, { props, site }) };
      return { file, content: datFileText(props as unknown as GivenDat, site) };
    } catch (error) {
      // What it is drawn from is damaged: that is no fault of this page.
      if (error instanceof Error && 'errcode' in error) throw error;
      return { file, problem: `could not be drawn: ${String(error)}` };
    }
  };
  const own = fixedPaths
    .filter((_path, index) => index % share.of === share.number)
    .filter(({ file }) => !kept.includes(file));
  for (const path of own) yield await draw(path);
  for (const path of pathsOf(readPlan(planFile))) yield await draw(path);
};
