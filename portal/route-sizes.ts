import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type PortalPath, portalPaths } from '@datchain/shared/domain/portal-paths.ts';
import type { Plugin, Rolldown } from 'vite';
import { buildInMemory } from './build-in-memory.ts';

type Chunk = Rolldown.OutputChunk;

/** The script that one portal screen makes a browser load, in compressed kilobytes. */
export interface RouteSize {
  readonly route: PortalPath;
  /** Includes the frame around every screen, and all that a screen loads without a press. */
  readonly openKilobytes: number;
  readonly pressKilobytes: number;
  readonly products: readonly string[];
  readonly pressProducts: readonly string[];
}

const onPress = [
  '/domain/recording/read-recording.ts',
  '/src/app/clip/sound-outline.ts',
  '/src/lib/files/check-file.ts',
  '/src/lib/files/content-type.ts',
  '/src/lib/sign-up/create-account.ts',
  '/src/lib/sign-up/ask-for-confirmation.ts',
  '/src/lib/storage/storage.ts',
  '/ui/player.ts',
  '/src/features/earnings/statement-pdf.ts',
  '/src/features/login/reset-form.tsx',
];

/** Modules that load only where a deployment has switched them on (docs/deploy.md). */
const whenConfigured = ['/src/lib/firebase/app-check.ts'];

/** Modules that load only for signed-in users: a visitor's screens open without them. */
const whenSignedIn = ['/src/lib/session/look-for-news.ts'];
const visitors: readonly string[] = ['/login', '/signup'];

type Graph = Map<string, { readonly now: readonly string[]; readonly later: readonly string[] }>;

const noteGraph = (graph: Graph): Plugin => ({
  name: 'note-graph',
  buildEnd() {
    for (const id of this.getModuleIds()) {
      const info = this.getModuleInfo(id);
      if (info) graph.set(id, { now: info.importedIds, later: info.dynamicallyImportedIds });
    }
  },
});

async function buildPortal(): Promise<{ graph: Graph; chunks: readonly Chunk[] }> {
  const graph: Graph = new Map();
  const files = await buildInMemory([noteGraph(graph)]);
  return { graph, chunks: files.filter((file) => file.type === 'chunk') };
}

function readRoutes(): { route: PortalPath; screens: string[] }[] {
  const source = readFileSync(new URL('src/screens.tsx', import.meta.url), 'utf8');
  const screens = new Map(
    [...source.matchAll(/const (\w+) = lazy\(\(\) => import\('\.(.+)'\)\)/g)].map(
      ([, name = '', module = '']) => [name, `/src${module}`],
    ),
  );
  return portalPaths.map((route) => {
    const [, element = ''] = source.split(`\n  '${route}': `)[1]?.match(/^(<.*\/>),\n/) ?? [];
    const names = [...element.matchAll(/[<{](\w+)/g)].map(([, name = '']) => name);
    const modules = names.flatMap((name) => screens.get(name) ?? []);
    if (names.length === 0 || modules.length < names.length)
      throw new Error(`${route} is not loaded on its own`);
    return { route, screens: modules };
  });
}

function reachedFrom(
  graph: Graph,
  starts: readonly string[],
  closed: (id: string) => boolean,
): Set<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    if (reached.has(id) || closed(id)) return;
    reached.add(id);
    const { now = [], later = [] } = graph.get(id) ?? {};
    for (const next of [...now, ...later]) visit(next);
  };
  for (const start of starts) visit(start);
  return reached;
}

const isOneOf = (modules: readonly string[]) => (id: string) =>
  modules.some((module) => id.endsWith(module));

function collectChunks(modules: ReadonlySet<string>, chunks: readonly Chunk[]): Set<Chunk> {
  const needed = new Set<Chunk>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const chunk of chunks) if (chunk.moduleIds.some((id) => modules.has(id))) add(chunk);
  return needed;
}

/** Lists the Firebase products that these chunks contain: browsers load whole chunks, with more than was imported. */
const productsIn = (chunks: ReadonlySet<Chunk>): string[] =>
  [
    ...new Set(
      [...chunks]
        .flatMap(({ moduleIds }) => moduleIds)
        .flatMap(
          (id) =>
            /@firebase\/(app-check|auth|database|firestore|functions|storage)\//.exec(id)?.[1] ??
            [],
        ),
    ),
  ].sort();

export async function measureRoutes(): Promise<RouteSize[]> {
  const { graph, chunks } = await buildPortal();
  const weights = new Map(chunks.map((chunk) => [chunk, gzipSync(chunk.code).length / 1000]));
  const weigh = (some: Iterable<Chunk>) =>
    [...some].reduce((sum, chunk) => sum + (weights.get(chunk) ?? 0), 0);
  const routes = readRoutes();
  const findModule = (path: string) => {
    const id = [...graph.keys()].find((each) => each.endsWith(path));
    if (!id) throw new Error(`The build has no ${path}`);
    return id;
  };
  const all = routes.flatMap(({ screens }) => screens);
  return routes.map(({ route, screens }) => {
    const starts = ['/src/main.tsx', ...screens].map(findModule);
    const unasked = [...whenConfigured, ...(visitors.includes(route) ? whenSignedIn : [])];
    const others = [...all.filter((each) => !screens.includes(each)), ...unasked];
    const pressed = collectChunks(reachedFrom(graph, starts, isOneOf(others)), chunks);
    const opened = collectChunks(
      reachedFrom(graph, starts, isOneOf([...others, ...onPress])),
      chunks,
    );
    const onlyPressed = new Set([...pressed].filter((chunk) => !opened.has(chunk)));
    return {
      route,
      openKilobytes: weigh(opened),
      pressKilobytes: weigh(onlyPressed),
      products: productsIn(opened),
      pressProducts: productsIn(onlyPressed),
    };
  });
}
