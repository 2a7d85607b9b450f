import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { deployedLock, type Lock } from './deployed-lock.ts';

const here = import.meta.dirname;

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Makes the folder that is deployed: one file with our own code, a package.json that names only what the
 * registry has, as workspace packages cannot be installed in the cloud, and a lockfile of the versions that were
 * tested.
 */
export async function buildFunctions(outDir = join(here, 'dist')): Promise<string> {
  const manifest: Manifest = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([name]) => !name.startsWith('@datchain/')),
  );
  await mkdir(outDir, { recursive: true });
  await build({
    entryPoints: [join(here, 'index.ts')],
    outfile: join(outDir, 'index.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    external: Object.keys(dependencies),
    logLevel: 'warning',
  });
  const deployed = {
    name: 'datchain-functions',
    private: true,
    type: 'module',
    main: 'index.js',
    engines: { node: '24' },
    dependencies,
  };
  const workspace: Lock = JSON.parse(await readFile(join(here, '../package-lock.json'), 'utf8'));
  const files = {
    'package.json': deployed,
    'package-lock.json': deployedLock(workspace, deployed),
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(outDir, name), `${JSON.stringify(content, null, 2)}\n`);
  }
  return outDir;
}

if (import.meta.main) console.log(`Built ${await buildFunctions()}`);
