import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The modules that talk to the SDKs; the files of `stand-ins` take their places. */
const replaced = ['auth', 'live', 'documents'];
const standIns = new Map(
  replaced.map((name) => [
    fileURLToPath(new URL(`../lib/${name}.ts`, import.meta.url)),
    fileURLToPath(new URL(`stand-ins/${name}.ts`, import.meta.url)),
  ]),
);

export const withStandIns: Plugin = {
  name: 'stand-ins',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!replaced.some((name) => source.endsWith(`/${name}.ts`))) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && (standIns.get(found.id) ?? found);
  },
};
