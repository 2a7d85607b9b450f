import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildFunctions } from './build.ts';
import * as source from './index.ts';

test('what is deployed registers the same functions, and needs only what the registry has', async () => {
  // Inside the workspace, so that the bundle finds the registry packages it leaves out.
  const outDir = await mkdtemp(join(import.meta.dirname, 'dist-test-'));
  try {
    await buildFunctions(outDir);
    const bundle: object = await import(join(outDir, 'index.js'));
    expect(Object.keys(bundle).sort()).toEqual(Object.keys(source).sort());
    const { dependencies } = JSON.parse(await readFile(join(outDir, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toContain('stripe');
    expect(Object.keys(dependencies).filter((name) => name.includes('datchain'))).toEqual([]);
    const code = await readFile(join(outDir, 'index.js'), 'utf8');
    expect(code).not.toMatch(/from\s*"@datchain/);
  } finally {
    await rm(outDir, { recursive: true });
  }
});
