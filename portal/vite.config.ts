import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isPortalPath } from '@datchain/shared/domain/portal-paths.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The site from which `npm run dev` proxies the pages and the configuration that the portal does
 * not build.
 */
const site = process.env.DATCHAIN_SITE ?? 'http://127.0.0.1:5000';

/** Serves the portal's one page for its addresses in development, as Hosting's rewrites do. */
const portalRewrites: Plugin = {
  name: 'portal-rewrites',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const path = new URL(request.url ?? '/', site).pathname;
      if (isPortalPath(path)) request.url = '/portal/index.html';
      next();
    });
  },
};

/** Inserts the page's outline, which shows before the first script runs (N-FST-10). */
const drawnOutline: Plugin = {
  name: 'drawn-outline',
  async transformIndexHtml(html) {
    const script = fileURLToPath(new URL('draw-outline.ts', import.meta.url));
    const env = { ...process.env, NODE_ENV: 'production' };
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
    return html
      .replace('<meta name="color-scheme"', `<script>${sessionHintScript}</script>\n    $&`)
      .replace('<!-- src/app/outline.tsx -->', () => stdout);
  },
};

export default defineConfig({
  base: '/portal/',
  plugins: [react(), portalRewrites, drawnOutline],
  resolve: {
    alias: [
      {
        find: 're2js',
        replacement: fileURLToPath(new URL('src/lib/text/pattern-engine.ts', import.meta.url)),
      },
      // The package hands out its development build; the production build is smaller.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(import.meta.resolve('react-router')).replace(
          'development',
          'production',
        ),
      },
    ],
  },
  // Must match the setting in the database's rules.
  define: {
    'import.meta.env.FIXED_USER_IDS': JSON.stringify(process.env.FIXED_USER_IDS ?? ''),
    'import.meta.env.APP_CHECK_SITE_KEY': JSON.stringify(process.env.APP_CHECK_SITE_KEY ?? ''),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Browsers that support this target preload modules by themselves.
    modulePreload: { polyfill: false },
    // Inline data would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first script lists every file of every screen: short names keep it small.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  server: { proxy: { '^/(?!portal/|portal$)': site } },
});
