import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

/** Set by scripts/rebuild-ledger, so that builds for different sites never share a folder. */
const { LEDGER_OUT = './dist', LEDGER_CACHE = './.astro/cache', SITE_URL } = process.env;

const commonModules =
  /shared\/(domain\/(config|format|dats|genres)|contracts\/tolerant|ui\/(icons|button|link))\.tsx?$|react-jsx-runtime|react\/jsx-runtime/;

export default defineConfig({
  site: SITE_URL || 'https://datchain.com',
  output: 'static',
  outDir: LEDGER_OUT,
  cacheDir: LEDGER_CACHE,
  devToolbar: { enabled: false },
  integrations: [react()],
  build: {
    // /viewdat/{id}.html, which Hosting's cleanUrls serves as /viewdat/{id}.
    format: 'file',
    // The content security policy allows no inline style and only one inline script.
    inlineStylesheets: 'never',
    concurrency: 4,
  },
  vite: {
    build: {
      assetsInlineLimit: 0,
      // The helper that preloads chunks is larger than most of our scripts.
      modulePreload: false,
      rolldownOptions: {
        output: {
          // What every island uses, in one file instead of ten: small files compress badly.
          codeSplitting: { groups: [{ name: 'common', test: commonModules, minShareCount: 2 }] },
        },
      },
    },
  },
});
