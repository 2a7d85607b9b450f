import type { SSRResult } from 'astro';
import { FetchState } from 'astro/fetch';
import { renderToString } from 'astro/runtime/server/index.js';
import type { PlannedPage } from './plan.ts';

type Route = NonNullable<FetchState['routeData']>;

/** The only input that differs between the paths of a route. */
type Given = Pick<PlannedPage, 'props'> & {
  readonly site: URL;
};
type DrawGiven = (given: Given) => Promise<string>;

/** The parts of `Astro` and of an endpoint's context that pages may use; nothing belongs to a request. */
const shownTo = ({ site, props }: Given) => Object.assign(Object.create(null), { site, props });

async function drawFile(module: object, given: Given): Promise<string> {
  if (!('GET' in module && typeof module.GET === 'function')) throw new Error('It has no GET.');
  const response: Response = await module.GET(shownTo(given));
  if (!response.ok) throw new Error(`It answers ${response.status}.`);
  return response.text();
}

/** Astro's render state, shared by a route except for the parts that drawing changes. */
const pageOf = (first: SSRResult): SSRResult => ({
  ...first,
  styles: new Set(first.styles),
  scripts: new Set(first.scripts),
  links: new Set(first.links),
  _metadata: {
    ...first._metadata,
    rendererSpecificHydrationScripts: new Set(),
    renderedScripts: new Set(),
    hasDirectives: new Set(),
    extraHead: [],
    propagators: new Set(),
    pendingSlotEvaluations: [],
  },
});

/**
 * Prepares a route. Only Astro's renderer is used, with a request made once per route: request, cookies, middleware
 * and response per page would take a third of the time.
 */
async function drawingOf(route: Route): Promise<DrawGiven> {
  const state = new FetchState(new Request('https://page.invalid'));
  state.routeData = route;
  const module = await state.loadComponentInstance();
  state.props = {};
  const context = state.getActionAPIContext();
  if (route.type === 'endpoint') return (given) => drawFile(module, given);
  const first = await state.createResult(module, context);
  const resolved = new Map<string, Promise<string>>();
  const resolve: SSRResult['resolve'] = (name) => {
    const known = resolved.get(name) ?? first.resolve(name);
    resolved.set(name, known);
    return known;
  };
  const known = first.componentMetadata.get(module.default.moduleId ?? '');
  first._metadata.headInTree = known?.containsHead ?? false;
  return async ({ props, site }) => {
    const page = pageOf({ ...first, resolve });
    // Components have their own props.
    page.createAstro = (own) => shownTo({ site, props: own ?? {} });
    const markup = await renderToString(page, module.default, props, {}, true, route);
    if (typeof markup !== 'string') throw new Error(`It answers ${markup.status}.`);
    return markup;
  };
}

const drawings = new Map<Route, Promise<DrawGiven>>();

export function loadPage(route: Route): Promise<DrawGiven> {
  const drawing = drawings.get(route) ?? drawingOf(route);
  drawings.set(route, drawing);
  return drawing;
}

/** Draws a page or file, byte by byte as Astro's build does. Calls must not overlap. @throws when it fails */
export async function drawPage(route: Route, given: Given): Promise<string> {
  const drawGiven = await loadPage(route);
  return drawGiven(given);
}
