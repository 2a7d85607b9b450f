/**
 * Runs as `node compile-process.ts <folder>`, started by compiledLedger.
 *
 * Astro compiles the ledger and draws no page; the code that draws pages is kept.
 */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AstroIntegration, build } from 'astro';
import { compiledParts } from './compiled-ledger.ts';
import { isKnownModule } from './ledger-sources.ts';
import { root } from './root.ts';

const [folder = ''] = process.argv.slice(2);
const { site, drawing } = compiledParts(folder);
const cacheDir = join(folder, 'cache');
const name = 'compiled-ledger';

/** Astro requires this file name. */
const entry = {
  input: join(root, 'ledger/src/draw.ts'),
  output: { entryFileNames: 'prerender-entry.mjs' },
};

const plugin = {
  name,
  configEnvironment: (environment: string) =>
    environment === 'prerender' ? { build: { rolldownOptions: entry } } : undefined,
  generateBundle(this: { getModuleIds(): Iterable<string> }) {
    const unknown = [...this.getModuleIds()].filter((id) => !isKnownModule(id));
    if (unknown.length > 0) {
      throw new Error(
        `The ledger would not be compiled again when these change; name them in ledger-sources.ts: ${unknown.join(', ')}`,
      );
    }
  },
};

const compileOnly: AstroIntegration = {
  name,
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [plugin] } });
    },
    // With an adapter Astro writes each route's styles into the compiled code instead of keeping them in memory.
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name,
        entrypointResolution: 'auto',
        adapterFeatures: { buildOutput: 'static' },
        supportedAstroFeatures: { staticOutput: 'stable', sharpImageService: 'stable' },
      }),
    'astro:build:start': ({ setPrerenderer }) =>
      setPrerenderer({
        name,
        getStaticPaths: async () => {
          renameSync(join(site, '.prerender'), drawing);
          return [];
        },
        render: () => Promise.reject(new Error('No page is drawn here.')),
      }),
  },
};

await build({
  root: join(root, 'ledger'),
  logLevel: 'warn',
  outDir: site,
  cacheDir,
  integrations: [compileOnly],
});
rmSync(cacheDir, { recursive: true, force: true });
