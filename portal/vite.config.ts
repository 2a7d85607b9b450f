import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isPortalPath } from '@datchain/shared/domain/portal-paths.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds the pages and the configuration that the portal does not build. */
const site = process.env.DATCHAIN_SITE ?? 'http://127.0.0.1:5000';

/** Does in development what Hosting's rewrites do: the portal's addresses answer its one page. */
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

/** Draws what stands on the page before the first script has come (N-FST-10). */
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
      // The package has a production build, but hands out the other one, which weighs more.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(import.meta.resolve('react-router')).replace(
          'development',
          'production',
        ),
      },
    ],
  },
  // The same setting that the database's rules are configured with.
  define: {
    'import.meta.env.FIXED_USER_IDS': JSON.stringify(process.env.FIXED_USER_IDS ?? ''),
    'import.meta.env.APP_CHECK_SITE_KEY': JSON.stringify(process.env.APP_CHECK_SITE_KEY ?? ''),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Browsers that understand this target preload modules by themselves.
    modulePreload: { polyfill: false },
    // Inline data would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first script lists every file of every screen: names without words keep it small.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
  server: { proxy: { '^/(?!portal/|portal$)': site } },
});
