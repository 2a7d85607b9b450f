import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@astrojs/react';
import { siteAddress } from '@datchain/shared/domain/site.ts';
import type { AstroIntegration } from 'astro';
import { defineConfig } from 'astro/config';

const wordModules = /shared\/(domain\/(config|format|units)|contracts\/tolerant)\.ts$/;

const drawingModules =
  /shared\/ui\/(icons|button|link|empty-state|metric-row)\.tsx$|node_modules\/react\/|react-dom\/(index|cjs\/react-dom\.production)|rolldown.runtime/;

const { resolve } = createRequire(import.meta.url);
const reactDom = dirname(resolve('react-dom/package.json'));
const markupRenderer = join(reactDom, 'cjs/react-dom-server-legacy.browser.production.js');

/** Vite's helper around each `import()` would be a third of a plain page's script, so it is removed. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id: string) =>
    id === '\0vite/preload-helper.js'
      ? 'export const __vitePreload = (load) => load();'
      : undefined,
  // Astro sets an option of its own over ours; with it each file would list what its imports need.
  configEnvironment: (name: string) =>
    name === 'client' ? { build: { modulePreload: false } } : undefined,
} as const;

/** Before Astro's own renderer, which then only hands over to the compiler of .tsx files. */
const staticReact: AstroIntegration = {
  name: 'static-react',
  hooks: {
    'astro:config:setup': ({ addRenderer }) =>
      addRenderer({
        name: 'static-react',
        serverEntrypoint: new URL('./static-react.ts', import.meta.url),
      }),
  },
};

export default defineConfig({
  // The builder replaces this address by SITE_URL when it draws the pages.
  site: siteAddress,
  output: 'static',
  cacheDir: './.astro/cache',
  devToolbar: { enabled: false },
  // Syntax colours would be inline styles, which the content security policy does not allow.
  markdown: { syntaxHighlight: false },
  integrations: [staticReact, react()],
  build: {
    // Writes /viewdat/{id}.html, which Hosting's cleanUrls serves as /viewdat/{id}.
    format: 'file',
    // The content security policy allows no inline style and only one inline script.
    inlineStylesheets: 'never',
  },
  vite: {
    plugins: [plainImports],
    // The portal defines the same key: some islands make its calls.
    define: {
      'import.meta.env.APP_CHECK_SITE_KEY': JSON.stringify(process.env.APP_CHECK_SITE_KEY ?? ''),
    },
    resolve: {
      alias: {
        // react-dom/server brings both of its renderers; a page that draws itself once needs this one.
        'react-dom/server-legacy-browser': markupRenderer,
        // The chart's React component is CommonJS: the ES module build would add helpers to every page.
        apexcharts: resolve('apexcharts/dist/apexcharts.common.js'),
      },
    },
    build: {
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          // Two files of shared island code instead of ten, because small files compress badly.
          codeSplitting: {
            groups: [
              { name: 'words', test: wordModules, minShareCount: 2 },
              { name: 'drawing', test: drawingModules, minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
});
