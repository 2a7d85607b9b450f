import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { treeDir } from '@datchain/builder/log-folder.ts';
import { copyFileOf } from '@datchain/builder/site-state.ts';
import { makeSounds } from '@datchain/demo/make-sounds.ts';
import { removeCache } from '@datchain/functions/stores/sqlite-cache.ts';
import { type Stack, startStack } from '@datchain/stack/stack.ts';
import { followChanges } from './lib/follow-changes.ts';
import { keepSiteCurrent } from './lib/keep-site-current.ts';
import { prepareSite } from './lib/local-site.ts';
import { progress } from './lib/progress.ts';
import { inRepository } from './lib/root.ts';

const help = `Starts the whole product on this machine and serves it at http://127.0.0.1:5000.

  npm start                continues with the data of the last run, kept in .local/
  npm start -- --fresh     starts with a new demo world
  npm start -- --empty     starts an empty shop, as on its opening day; its data is kept in
                           .local/empty/, apart from the demo world
  npm start -- --help      this text
  npm run dev              like npm start, and reloads code changes at http://127.0.0.1:5173

Ctrl-C stops everything.`;

/** The interval of .github/workflows/rebuild-ledger.yml. */
const rebuildEverySeconds = 15 * 60;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      fresh: { type: 'boolean', default: false },
      empty: { type: 'boolean', default: false },
      dev: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const shop = values.empty ? emptyShop : demoWorld;
  const siteDir = `${shop.dir}/site`;
  const asked = stopAsked();
  progress('starting the local stack …');
  const stack = await startStack({
    ports: 'fixed',
    dataDir: `${shop.dir}/data`,
    siteDir,
    startOver: values.fresh,
    onReady: (name, url) => progress(`${name.padEnd(9)} ready at ${url}`),
    onTrouble: progress,
  });
  tellWhatWasRestored(stack);
  // A new or shortened log need not continue the published one.
  if (values.fresh || stack.wasUnclean)
    rmSync(join(siteDir, treeDir), { recursive: true, force: true });
  // A new world has documents of the same names, which the old cache would not tell apart.
  if (values.fresh) removeCache(copyFileOf(siteDir));
  try {
    await run(stack, asked, { shop, siteDir, isDev: values.dev });
  } finally {
    progress('stopping; the data is saved …');
    await stack.stop();
  }
  progress('stopped.');
}

/**
 * Resolves on Ctrl-C, on a request to end, or when the npm that started it was killed. Repeated
 * signals have no effect: npm forwards a Ctrl-C that the process has already received.
 */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => resolve());
    }
    const parent = process.ppid;
    if (process.env.npm_lifecycle_event) {
      setInterval(() => process.ppid !== parent && resolve(), 500).unref();
    }
  });
}

function tellWhatWasRestored({ wasUnclean, restored }: Stack): void {
  if (!wasUnclean) return;
  const what = restored
    ? `data as of ${restored.savedAt} (generation ${restored.id}) was restored`
    : 'nothing had been saved yet';
  progress(`the last run did not shut down cleanly; ${what}.`);
}

interface Shop {
  readonly dir: string;
  readonly isEmpty: boolean;
  readonly tellReady: (address: string) => void;
}

interface Running {
  readonly shop: Shop;
  readonly siteDir: string;
  readonly isDev: boolean;
}

async function run(stack: Stack, asked: Promise<void>, running: Running): Promise<void> {
  const { shop, siteDir, isDev } = running;
  const preparing = prepareSite(stack, { siteDir, isEmpty: shop.isEmpty }, progress);
  const isReady = await Promise.race([preparing.done.then(() => true), asked.then(() => false)]);
  preparing.stop();
  if (!isReady) return;
  await stack.saveGeneration();
  stack.beginSaving();
  const { address, stop } = isDev
    ? followChanges(stack, siteDir, progress)
    : {
        address: stack.addresses.hosting,
        stop: keepSiteCurrent(stack, siteDir, {
          everySeconds: rebuildEverySeconds,
          tell: progress,
        }),
      };
  const stopSounds = shop.isEmpty ? () => {} : makeSounds(stack);
  progress('ready.');
  shop.tellReady(address);
  await asked;
  stopSounds();
  stop();
}

const demoWorld: Shop = {
  dir: inRepository('.local'),
  isEmpty: false,
  tellReady: (address) =>
    console.log(`
  datchain runs at  ${address}

  Accounts, all with the password "demo-password":
    fan@dats.test        a fan with tokens, editions, earnings and a payout
    artist@dats.test     an artist with several DATS and a year of income
    operator@dats.test   may release DATS
    newfan@dats.test     has bought nothing yet

  Ctrl-C stops everything.
`),
};

const emptyShop: Shop = {
  dir: inRepository('.local/empty'),
  isEmpty: true,
  tellReady: (address) =>
    console.log(`
  An empty shop runs at  ${address}

  To open it:
    1. sign up at ${address}/signup
    2. run, in another terminal:  npm run operators -- add <your e-mail address>
    3. open ${address}/operator, which says what to do next

  Ctrl-C stops everything.
`),
};

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
