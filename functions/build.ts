import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { functionsVariables, type ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import { build } from 'esbuild';
import { deployedLock, type Lock } from './deployed-lock.ts';
import { nodeOptions } from './machines.ts';

const here = import.meta.dirname;

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Bundles our own code that a file imports, as it is deployed.
 *
 * @param entry a file, relative to this folder
 * @returns the registry packages that the bundle imports
 */
export async function bundle(entry: string, outfile: string): Promise<Manifest['dependencies']> {
  const manifest: Manifest = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([name]) => !name.startsWith('@datchain/')),
  );
  await build({
    // A fixed folder keeps the file names in the bundle the same, wherever the command was started.
    absWorkingDir: join(here, '..'),
    entryPoints: [join(here, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    external: Object.keys(dependencies),
    logLevel: 'warning',
  });
  return dependencies;
}

/**
 * Makes the folder that is deployed. It has one bundle of our own code, and a package.json of
 * registry packages only, because the cloud cannot install workspace packages. The lockfile has the
 * tested versions, and `.env` the variables of a project.
 *
 * @param outDir a new folder
 * @param project the project whose variables are written; none without it
 */
export async function buildFunctions(outDir: string, project?: ProjectFile): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const dependencies = await bundle('index.ts', join(outDir, 'index.js'));
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
  if (project) {
    const variables = {
      ...functionsVariables(project),
      NODE_OPTIONS: nodeOptions,
      RELEASE: await hashRelease(outDir),
    };
    await writeFile(join(outDir, '.env'), dotenv(variables));
  }
}

/** Hashes the bundle and the versions it needs. The live server reports this hash as its release. */
async function hashRelease(outDir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['index.js', 'package.json', 'package-lock.json']) {
    hash.update(await readFile(join(outDir, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Writes the `.env` format that the Firebase CLI reads: values in double quotes, with escapes. */
const dotenv = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('');
