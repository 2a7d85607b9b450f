import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export async function bundleLive(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    // Under a test runner the bundler would otherwise write development JSX.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL(entry, import.meta.url)),
        formats: ['iife'],
        name: 'live',
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error(`No bundle came out of ${entry}`);
  return output.output[0].code;
}
