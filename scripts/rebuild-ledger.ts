import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readPublicData } from '../functions/stores/public-data.ts';
import {
  type Log,
  RebuildError,
  type RebuildOptions,
  type RebuildResult,
  rebuildSite,
  root,
} from './ledger/rebuild.ts';
import { pictureMounts } from './lib/local-site.ts';

const help = `Rebuilds the public ledger from the databases and publishes it with the portal.

  npm run rebuild -- [options]

  --site <dir>     the folder to publish to (default .local/site)
  --live <url>     compare with the site at this address instead of the folder
  --watch          do it again until stopped, every 15 seconds or as --every says
  --every <sec>    the pause between two rebuilds of --watch
  --force          build every page anew, also when nothing changed
  --dry-run        build and check, publish nothing
  --allow-empty    publish a ledger that has lost its DATS, or more than a tenth of them
  --help           this text

Databases: FIRESTORE_EMULATOR_HOST and DATABASE_URL name a local stack; without them the stack of
npm start is used when .local exists, else production with GOOGLE_CLOUD_PROJECT, DATABASE_URL and
the application default credentials. Ends with 1 when a row was bad or nothing could be published.
`;

const demoProject = 'demo-dats';
const localDatabase = `http://127.0.0.1:9000?ns=${demoProject}-default-rtdb`;

/** Where the databases are: the environment first, then the local stack's fixed ports. */
export function databaseEnv(env: NodeJS.ProcessEnv, hasLocalStack: boolean): NodeJS.ProcessEnv {
  const isLocal = env.FIRESTORE_EMULATOR_HOST || (hasLocalStack && !env.GOOGLE_CLOUD_PROJECT);
  if (!isLocal) return env;
  return {
    METADATA_SERVER_DETECTION: 'none',
    GOOGLE_CLOUD_PROJECT: demoProject,
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
    FIREBASE_STORAGE_EMULATOR_HOST: '127.0.0.1:9199',
    DATABASE_URL: localDatabase,
    ...env,
  };
}

export interface RebuildLedgerOptions
  extends Pick<RebuildOptions, 'siteDir' | 'log' | 'force' | 'allowEmpty' | 'dryRun' | 'liveUrl'> {
  /** FIRESTORE_EMULATOR_HOST, DATABASE_URL, GOOGLE_CLOUD_PROJECT; default: this process's. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * One rebuild of the site in `siteDir` from the databases that `env` names.
 *
 * @throws RebuildError, see rebuildSite; another error when a database cannot be read. The site is
 * then as it was.
 */
export function rebuildLedger(options: RebuildLedgerOptions): Promise<RebuildResult> {
  const env = databaseEnv(options.env ?? process.env, existsSync(join(root, '.local')));
  const { GOOGLE_CLOUD_PROJECT: projectId, DATABASE_URL: databaseURL } = env;
  if (!projectId || !databaseURL) {
    throw new RebuildError(
      'Which databases? Set GOOGLE_CLOUD_PROJECT and DATABASE_URL, or run npm start first.',
    );
  }
  const { FIRESTORE_EMULATOR_HOST: firestoreHost } = env;
  const read = () => readPublicData({ projectId, databaseURL, firestoreHost });
  return rebuildSite({ ...options, env, read, pictureDirs: pictureMounts });
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`;

async function runOnce(options: RebuildLedgerOptions, log: Log): Promise<boolean> {
  const started = performance.now();
  try {
    const { badRows } = await rebuildLedger(options);
    log(`Done in ${seconds(performance.now() - started)}.`);
    if (badRows.length > 0) log(`${badRows.length} bad rows were left out, see above.`);
    return badRows.length === 0;
  } catch (error) {
    log(error instanceof RebuildError ? error.message : `The rebuild failed: ${String(error)}`);
    return false;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      site: { type: 'string', default: join(root, '.local/site') },
      live: { type: 'string' },
      watch: { type: 'boolean', default: false },
      every: { type: 'string', default: '15' },
      force: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      'allow-empty': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(help);
  const log: Log = (line) => console.log(line);
  const options: RebuildLedgerOptions = {
    siteDir: resolve(values.site),
    log,
    force: values.force,
    dryRun: values['dry-run'],
    allowEmpty: values['allow-empty'],
    liveUrl: values.live,
  };
  if (!(await runOnce(options, log))) process.exitCode = 1;
  while (values.watch) {
    await new Promise((wake) => setTimeout(wake, Number(values.every) * 1000));
    await runOnce({ ...options, force: false }, log);
  }
}

if (import.meta.main) await main();
