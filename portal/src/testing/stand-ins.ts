import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The modules that talk to the SDKs; the files of `stand-ins` replace them. */
const replaced = ['session/auth.ts', 'data/live.ts', 'data/documents.ts'];
const standIns = new Map(
  replaced.map((file) => [
    fileURLToPath(new URL(`../lib/${file}`, import.meta.url)),
    fileURLToPath(new URL(`stand-ins/${basename(file)}`, import.meta.url)),
  ]),
);

export const withStandIns: Plugin = {
  name: 'stand-ins',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!replaced.some((file) => source.endsWith(`/${basename(file)}`))) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && (standIns.get(found.id) ?? found);
  },
};
