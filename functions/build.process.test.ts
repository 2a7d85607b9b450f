import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { listHandlers } from '@datchain/stack/functions-exports.ts';
import { expect, test } from 'vitest';
import { buildFunctions } from './build.ts';
import * as source from './index.ts';

/** Packages that a new instance loads; rarely used ones are loaded later (docs/bench/cold-start.md). */
const loadedAtOnce = [
  '@google-cloud/firestore',
  'bidi-js',
  'firebase-admin',
  'firebase-functions',
  'ipaddr.js',
  'unhomoglyph',
  'valibot',
];

test('[N-LCH-05] [N-LCH-06] the deployed bundle registers the same functions in one region, and needs only packages from the registry', async () => {
  // Inside the workspace, so that the bundle finds the registry packages it leaves out.
  const outDir = await mkdtemp(join(import.meta.dirname, 'dist-test-'));
  try {
    await buildFunctions(outDir);
    const bundle: Record<string, unknown> = await import(join(outDir, 'index.js'));
    expect(Object.keys(bundle).sort()).toEqual(Object.keys(source).sort());
    const regions = listHandlers(bundle).map(({ region }) => region);
    expect([regions.length, ...new Set(regions)]).toEqual([
      Object.keys(source).length,
      functionsRegion,
    ]);
    const { dependencies } = JSON.parse(await readFile(join(outDir, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toContain('stripe');
    expect(Object.keys(dependencies).filter((name) => name.includes('datchain'))).toEqual([]);
    const code = await readFile(join(outDir, 'index.js'), 'utf8');
    expect(code).not.toMatch(/from\s*"@datchain/);
    const imported = [...code.matchAll(/^import [^;]*?"([^"]+)";/gm)].map(([, from = '']) => from);
    const packages = imported.flatMap((from) => {
      const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(from) ?? [];
      return !name || from.startsWith('node:') ? [] : [name];
    });
    expect([...new Set(packages)].sort()).toEqual(loadedAtOnce);
    const listed = await promisify(execFile)('npm', ['ls', '--package-lock-only', '--all'], {
      cwd: outDir,
    });
    expect(listed.stdout).toContain('firebase-functions@');
  } finally {
    await rm(outDir, { recursive: true });
  }
});
