import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

export type BuiltFile = Rolldown.OutputChunk | Rolldown.OutputAsset;

const root = fileURLToPath(new URL('.', import.meta.url));

/** Runs work with NODE_ENV=production: packages ship other code to tests. */
async function inProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

export async function buildInMemory(plugins: Plugin[] = []): Promise<readonly BuiltFile[]> {
  const result = await inProduction(() =>
    build({ root, mode: 'production', logLevel: 'silent', build: { write: false }, plugins }),
  );
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('No build came out');
  return output.output;
}
