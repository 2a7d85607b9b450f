import { createApp } from 'astro/app/entrypoint';
import { type BuildFiles, openBuild, readPlan } from './build-data.ts';
import { drawPage, loadPage } from './draw-page.ts';
import { datFileText } from './exports/dat-file.ts';
import { datFileRoute, type PlannedPage } from './plan.ts';
import type { GivenDat } from './rows/dat-brief.ts';
import { LostRow } from './rows/row-file.ts';

/** The exports of the compiled ledger; builder/compile-process.ts compiles this file. */
export interface CompiledLedger {
  /** Loads the code of all pages, before the plan is known. */
  loadPages(): Promise<void>;
  drawPages(drawing: Drawing): AsyncGenerator<DrawnFile>;
}

export interface Drawing extends BuildFiles {
  readonly site: string;
  readonly share: Share;
  readonly planFile: string;
  /** Unplanned files that have not changed. */
  readonly kept?: readonly string[];
}

/** Every `of`-th file, beginning with the one at `number`, from 0. */
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

/** A page, or a DAT's export file, which Astro would draw with a request and a response. */
type Path = Pick<PlannedPage, 'file' | 'props'> & { readonly route: Route | typeof datFileRoute };

/** Files of routes without parameters, which no plan names. */
const fixedPaths: readonly Path[] = routes.flatMap((route) => {
  const { pathname, type } = route;
  if (pathname === undefined) return [];
  const file = type === 'endpoint' ? pathname : `${pathname.replace(/^\/$/, '/index')}.html`;
  return [{ file: file.slice(1), props: {}, route }];
});

/** @throws for an unknown route */
function* readPaths(planFile: string): Generator<Path> {
  const byName = new Map(routes.map((route) => [route.route, route]));
  for (const { route: name, ...page } of readPlan(planFile)) {
    const route = name === datFileRoute ? name : byName.get(name);
    if (!route) throw new Error(`There is no route ${name}.`);
    yield { ...page, route };
  }
}

export const loadPages: CompiledLedger['loadPages'] = async () => {
  for (const route of routes) await loadPage(route);
};

/**
 * Draws a share of the unplanned files, then the planned ones in order. A file that cannot be drawn is reported and
 * the others follow (N-INP-01).
 *
 * @throws for an unknown route
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
      // Lost or damaged rows are no fault of the page.
      if (error instanceof LostRow || error instanceof SyntaxError) throw error;
      if (error instanceof Error && 'errcode' in error) throw error;
      return { file, problem: `could not be drawn: ${String(error)}` };
    }
  };
  const own = fixedPaths
    .filter((_path, index) => index % share.of === share.number)
    .filter(({ file }) => !kept.includes(file));
  for (const path of own) yield await draw(path);
  for (const path of readPaths(planFile)) yield await draw(path);
};
