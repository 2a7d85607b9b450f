import { parseArgs } from 'node:util';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { booksOf } from '../functions/journal/books.ts';
import { Door } from '../functions/journal/door.ts';
import type { Entry } from '../functions/journal/entry.ts';
import { closeDays } from '../functions/public-books/close-days.ts';
import { publishPublicLog } from '../functions/public-log/job.ts';
import { services } from '../functions/services.ts';
import { ensureAccount, isEmpty, setDocuments } from '../functions/stores/bulk.ts';
import { auth, firestore } from '../functions/stores/firebase.ts';
import type { DemoPerson, DemoWorld } from './demo-world/types.ts';
import { demoWorld } from './demo-world/world.ts';
import { localEnvironment } from './lib/local-environment.ts';
import { openingEntries } from './seed/books.ts';
import { demoDocuments, demoLiveValues, storedAssets } from './seed/documents.ts';
import { afterResales, commitResales, resalesOf } from './seed/resales.ts';

const DAY_MILLIS = 86_400_000;

export const demoPassword = 'demo-password';

/** Demo accounts that can sign in; the rest of the demo world's people are only seen. */
const isAccount = (person: DemoPerson): boolean => person.email.endsWith('@dats.test');

type Log = (line: string) => void;

/** Writes entries that were, all of them, at one time. */
async function commitAll(entries: readonly Entry[], at: number): Promise<void> {
  const { store, projector } = services();
  const books = booksOf(new Door(store, { now: () => at }), projector);
  const outcomes = await Promise.all(entries.map((entry) => books.commit(entry)));
  for (const [index, outcome] of outcomes.entries()) {
    if (isRefusal(outcome)) throw new Error(`${entries[index]?.id}: ${outcome.message}`);
  }
}

async function seedAccounts(world: DemoWorld): Promise<number> {
  const people = [...world.artists, ...world.fans].filter(isAccount);
  for (const { uid, email, username } of people) {
    const account = { uid, email, password: demoPassword, displayName: username };
    await ensureAccount(auth(), { ...account, emailVerified: true });
  }
  return people.length;
}

/**
 * Fills the databases named by the environment with the demo world. What can be bought is written
 * last, so that a half-seeded world is seeded again; seeding twice changes nothing.
 */
export async function seedDemoWorld({ log }: { log: Log }): Promise<void> {
  const world = demoWorld(new Date(services().clock.now()));
  log(`${await seedAccounts(world)} accounts, password ${demoPassword}`);
  const documents = demoDocuments(world);
  await setDocuments(firestore(), documents);
  log(`${documents.length} documents`);
  const resales = resalesOf(world);
  const today = afterResales(world, resales);
  await services().live.patch(demoLiveValues(today));
  // Nothing was sold before there were books.
  const openedAt = (resales[0]?.atMs ?? world.todayMs) - DAY_MILLIS;
  for (const step of openingEntries(world)) await commitAll(step, openedAt);
  await commitResales(resales, services());
  log(`${world.tokenBlocks.length} token blocks, ${world.fans.length} fans`);
  await closeDays(services());
  const { lines } = await publishPublicLog(services());
  log(`${lines} lines of the public log`);
  await setDocuments(firestore(), [
    { path: docs.assetsSummary, data: { assets: storedAssets(today) } },
  ]);
  log(`${world.dats.length} DATs by ${world.artists.length} artists`);
}

/** Whether nothing has been released yet: the demo world's last document is missing. */
export const isUnseeded = (): Promise<boolean> => isEmpty(firestore(), docs.assetsSummary);

if (import.meta.main) {
  const { values } = parseArgs({
    options: { help: { type: 'boolean' }, force: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(
      'Fills the local stack with the demo world.\n\n  --force  also when it is not empty',
    );
  } else {
    Object.assign(process.env, { ...localEnvironment(), ...process.env });
    if (values.force || (await isUnseeded())) await seedDemoWorld({ log: console.log });
    else console.log('The local stack has data already; nothing was changed.');
  }
}
