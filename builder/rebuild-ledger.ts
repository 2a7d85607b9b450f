import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPublicLog } from '@datchain/functions/public-log/source.ts';
import { PublicCopy, type PublicDataSource } from '@datchain/functions/stores/public-copy.ts';
import { readPublicData } from '@datchain/functions/stores/public-data.ts';
import { readPublicChanges } from '@datchain/functions/stores/public-data-changes.ts';
import {
  type RebuildRequests,
  rebuildRequests,
} from '@datchain/functions/stores/rebuild-requests.ts';
import { noteSiteOutcome, type SiteOutcome } from '@datchain/functions/stores/site-states.ts';
import { rebuildSite } from './rebuild.ts';
import {
  type Log,
  RebuildError,
  type RebuildOptions,
  type RebuildResult,
  RebuildRunning,
} from './rebuild-options.ts';
import { root } from './root.ts';
import { copyFileOf } from './site-state.ts';

const help = `Rebuilds the public ledger from the databases and publishes it with the portal.

  npm run rebuild -- [options]

  --site <dir>     the folder to publish to (default .local/site)
  --live <url>     compare with the site at this address instead of the folder
  --watch          do it again until stopped: every 15 seconds or as --every says, and as soon as
                   a release or a takedown asks for it
  --every <sec>    the pause between two rebuilds of --watch
  --force          build every page again, also when nothing changed
  --dry-run        build and check every page, publish nothing
  --allow-empty    publish a ledger that has lost its DATS, or more than a tenth of them
  --help           this text

Databases: FIRESTORE_EMULATOR_HOST and DATABASE_URL name a local stack; without them the stack of
npm start is used when .local exists, else production with GOOGLE_CLOUD_PROJECT, DATABASE_URL and
the application default credentials.

Ends with
  0  when everything is published, or was already
  1  when nothing could be published: the rebuild was refused or failed, and the site is as it was
  2  when something was left out that the last lines name, and everything else is published
The operators' desk shows the same.
`;

const demoProject = 'demo-dats';
const localDatabase = `http://127.0.0.1:9000?ns=${demoProject}-default-rtdb`;

/** Completes the environment with the local stack's fixed ports. */
export function databaseEnv(env: NodeJS.ProcessEnv, hasLocalStack: boolean): NodeJS.ProcessEnv {
  const isLocal = env.FIRESTORE_EMULATOR_HOST || (hasLocalStack && !env.GOOGLE_CLOUD_PROJECT);
  if (!isLocal) return env;
  return {
    METADATA_SERVER_DETECTION: 'none',
    GOOGLE_CLOUD_PROJECT: demoProject,
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
    FIREBASE_STORAGE_EMULATOR_HOST: '127.0.0.1:9199',
    DATABASE_URL: localDatabase,
    SITE_URL: 'http://127.0.0.1:5000',
    ...env,
  };
}

export interface RebuildLedgerOptions
  extends Pick<RebuildOptions, 'siteDir' | 'log' | 'force' | 'allowEmpty' | 'dryRun' | 'liveUrl'> {
  readonly env?: NodeJS.ProcessEnv;
}

function sourceOf(env: NodeJS.ProcessEnv): PublicDataSource {
  const { GOOGLE_CLOUD_PROJECT: projectId, DATABASE_URL: databaseURL } = env;
  if (!projectId || !databaseURL) {
    throw new RebuildError(
      'Which databases? Set GOOGLE_CLOUD_PROJECT and DATABASE_URL, or run npm start first.',
    );
  }
  return { projectId, databaseURL, firestoreHost: env.FIRESTORE_EMULATOR_HOST };
}

const environmentOf = ({ env = process.env }: Pick<RebuildLedgerOptions, 'env'>) =>
  databaseEnv(env, existsSync(join(root, '.local')));

/**
 * Rebuilds the site in `siteDir` once, from the databases named in `env`.
 *
 * @throws RebuildError, see rebuildSite; another error when a database cannot be read. The site stays as it was
 */
export async function rebuildLedger(options: RebuildLedgerOptions): Promise<RebuildResult> {
  const env = environmentOf(options);
  const source = sourceOf(env);
  let opened: PublicCopy | undefined;
  // The copy is opened under the rebuild's lock.
  const copy = () => {
    opened ??= new PublicCopy(source, copyFileOf(resolve(options.siteDir)));
    return opened;
  };
  const refresh = async (): Promise<string> => {
    const { unmarked } = await copy().refresh({ isWhole: options.force });
    for (const path of unmarked) options.log(`Changed without a mark: ${path}.`);
    return copy().state;
  };
  const mendCopy = async () => {
    await opened?.deleteIfDamaged();
    opened = undefined;
  };
  const begunAt = Date.now();
  try {
    const result = await rebuildSite({
      ...options,
      env,
      refresh,
      mendCopy,
      read: (now) => readPublicData(copy(), now),
      readChanges: (before, now) => readPublicChanges(copy(), before, now),
      openLog: () => openPublicLog(copy()),
    });
    // A site that is live elsewhere becomes current with its deployment.
    const isCurrent = !options.dryRun && !(options.liveUrl && result.published);
    await note(options, source, {
      problem: null,
      leftOut: result.leftOut,
      ...(isCurrent && { currentAt: begunAt }),
    });
    return result;
  } catch (error) {
    if (!(error instanceof RebuildRunning)) {
      await note(options, source, { problem: tellFailure(error) });
    }
    throw error;
  } finally {
    await opened?.close();
  }
}

const tellFailure = (error: unknown): string =>
  error instanceof RebuildError ? error.message : `The rebuild failed: ${String(error)}`;

/** Reports the outcome to the operators' desk, if it can be reached. */
async function note(
  { log, dryRun }: RebuildLedgerOptions,
  source: PublicDataSource,
  outcome: Omit<SiteOutcome, 'at'>,
): Promise<void> {
  if (dryRun) return;
  try {
    await noteSiteOutcome(source, { at: Date.now(), ...outcome });
  } catch (error) {
    log(`The operators' desk could not be notified: ${String(error)}`);
  }
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`;

const exitCodes = { published: 0, nothingPublished: 1, leftOut: 2 } as const;

/** An exit code and its message; '' when all is well. */
interface Ended {
  readonly code: (typeof exitCodes)[keyof typeof exitCodes];
  readonly message: string;
}

function tellEnd({ leftOut }: RebuildResult): Ended {
  if (leftOut.length === 0) return { code: exitCodes.published, message: '' };
  const things = leftOut.map(({ what, problem }) => `\n  ${what}: ${problem}`);
  return {
    code: exitCodes.leftOut,
    message: `Published, except for ${leftOut.length}:${things.join('')}`,
  };
}

async function runOnce(options: RebuildLedgerOptions, log: Log): Promise<Ended> {
  const started = performance.now();
  try {
    const ended = tellEnd(await rebuildLedger(options));
    log(`Done in ${seconds(performance.now() - started)}. ${ended.message}`.trim());
    return ended;
  } catch (error) {
    const message = tellFailure(error);
    log(message);
    return { code: exitCodes.nothingPublished, message };
  }
}

const POLL_INTERVAL_MILLIS = 2_000;

async function untilAsked(
  requests: RebuildRequests,
  known: number | undefined,
  seconds: number,
): Promise<void> {
  const over = performance.now() + seconds * 1_000;
  for (let left = over - performance.now(); left > 0; left = over - performance.now()) {
    await sleep(Math.min(left, POLL_INTERVAL_MILLIS));
    // The next poll retries unreachable databases.
    const asked = await requests.lastAskedAt().catch(() => known);
    if (asked !== known) return;
  }
}

async function watch(options: RebuildLedgerOptions, every: number, log: Log): Promise<void> {
  const requests = rebuildRequests(sourceOf(environmentOf(options)));
  let lastMessage = '';
  for (let isFirst = true; ; isFirst = false) {
    // A request from now on may be too late for this rebuild.
    const known = await requests.lastAskedAt().catch(() => undefined);
    const { code, message } = await runOnce(
      { ...options, force: isFirst && options.force === true },
      log,
    );
    if (isFirst) process.exitCode = code;
    // The parent process hears of each new problem once, and of its end.
    if (message !== lastMessage) process.send?.({ message });
    lastMessage = message;
    await untilAsked(requests, known, every);
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
  const every = Number(values.every);
  if (!(every > 0)) throw new Error(`--every is a number of seconds, not ${values.every}.`);
  process.on('disconnect', () => process.exit(1));
  if (values.watch) await watch(options, every, log);
  else process.exitCode = (await runOnce(options, log)).code;
}

if (import.meta.main) await main();
