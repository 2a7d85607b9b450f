import { readFileSync } from 'node:fs';
import { isPortalPath } from '@datchain/shared/domain/portal-paths.ts';
import type { Plugin } from 'vite';
import { buildInMemory } from '../../build-in-memory.ts';

export interface HostedFile {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
};

type Hosting = {
  headers: { source: string; headers: { key: string; value: string }[] }[];
};

/** Reads the headers of the real hosting: a screen that its policy breaks also breaks here. */
function hostedHeaders(): Record<string, string> {
  const source = readFileSync(new URL('../../../firebase.json', import.meta.url), 'utf8');
  const { headers } = (JSON.parse(source) as { hosting: Hosting }).hosting;
  const everywhere = headers.find((rule) => rule.source === '**')?.headers ?? [];
  return Object.fromEntries(everywhere.map(({ key, value }) => [key, value]));
}

const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';

/** Stands for any page of the ledger: tests only check that the portal leaves for it. */
const elsewhere = '<!doctype html><html lang="en"><title>Elsewhere</title></html>';

const builds = new Map<Plugin | undefined, Promise<ReadonlyMap<string, string | Buffer>>>();

async function build(plugin: Plugin | undefined): Promise<ReadonlyMap<string, string | Buffer>> {
  const bodies = new Map<string, string | Buffer>([['/favicon.svg', icon]]);
  for (const file of await buildInMemory(plugin ? [plugin] : [])) {
    const body = file.type === 'chunk' ? file.code : file.source;
    const whole = typeof body === 'string' ? body : Buffer.from(body);
    bodies.set(`/portal/${file.fileName}`, whole);
  }
  return bodies;
}

/**
 * Builds the portal as deployed, with a plugin's changes, and returns its files by address. Each
 * variant is built once per worker.
 */
export async function hostPortal(plugin?: Plugin): Promise<(path: string) => HostedFile> {
  const headers = hostedHeaders();
  const building = builds.get(plugin) ?? build(plugin);
  builds.set(plugin, building);
  const bodies = await building;
  return (path) => {
    const name = isPortalPath(path) ? '/portal/index.html' : path;
    const extension = /\.(\w+)$/.exec(name)?.[1] ?? 'html';
    const contentType = contentTypes[extension] ?? 'application/octet-stream';
    return { contentType, headers, body: bodies.get(name) ?? elsewhere };
  };
}
