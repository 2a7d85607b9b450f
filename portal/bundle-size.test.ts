import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ hookTimeout: 120_000 });

type Chunk = Rolldown.OutputChunk;

let chunks: Chunk[];

beforeAll(async () => {
  const result = await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    build: { write: false },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('No build came out');
  chunks = output.output.filter((file): file is Chunk => file.type === 'chunk');
});

/** Kilobytes of script, compressed, that the given modules bring along, each chunk counted once. */
function scriptKilobytes(...modules: string[]): number {
  const needed = new Set<Chunk>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`No chunk holds ${module}`);
    add(chunk);
  }
  return [...needed].reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000;
}

const shell = ['/src/main.tsx', '/src/lib/auth.ts'];

test('the login screen brings at most 130 KB of script', () => {
  const kilobytes = scriptKilobytes(...shell, '/login-screen.tsx');
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThanOrEqual(130);
});

test('the wallet brings at most 315 KB of script', () => {
  const kilobytes = scriptKilobytes(...shell, '/wallet-screen.tsx', '/src/lib/documents.ts');
  expect(kilobytes).toBeGreaterThan(150);
  expect(kilobytes).toBeLessThanOrEqual(315);
});

test('the databases load only with the screens that use them', () => {
  const modules = (name: string) =>
    chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes(`/@firebase/${name}/`)));
  const shellChunks = chunks.filter(({ moduleIds }) =>
    moduleIds.some((id) => shell.some((module) => id.endsWith(module))),
  );
  for (const product of ['database', 'firestore']) {
    expect(modules(product).length).toBeGreaterThan(0);
    for (const chunk of shellChunks) expect(modules(product)).not.toContain(chunk);
  }
});

test('buying an edition brings at most what the wallet does', () => {
  const kilobytes = scriptKilobytes(...shell, '/buy-screen.tsx', '/src/lib/documents.ts');
  expect(kilobytes).toBeLessThanOrEqual(315);
});

test('cashing out and an owned DAT bring at most what the wallet does', () => {
  for (const screen of ['/cashout-screen.tsx', '/owned-dat-screen.tsx']) {
    const kilobytes = scriptKilobytes(
      ...shell,
      screen,
      '/src/lib/documents.ts',
      '/src/lib/live.ts',
    );
    expect(kilobytes, screen).toBeLessThanOrEqual(315);
  }
});

test('the signup form brings at most what the login does, and making the account 60 KB more', () => {
  expect(scriptKilobytes(...shell, '/signup-screen.tsx')).toBeLessThanOrEqual(130);
  const making = scriptKilobytes(...shell, '/signup-screen.tsx', '/src/lib/create-account.ts');
  expect(making).toBeLessThanOrEqual(190);
});
