import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Makes the folder that is deployed: one file with our own code, and a package.json that names only
 * what the registry has. Workspace packages cannot be installed in the cloud.
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
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(deployed, null, 2)}\n`);
  return outDir;
}

if (import.meta.main) console.log(`Built ${await buildFunctions()}`);
