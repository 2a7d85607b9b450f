import { apply } from '@datchain/functions/applications/applications.ts';
import { reportWork } from '@datchain/functions/reports/report-work.ts';
import { services } from '@datchain/functions/services.ts';
import {
  ensureAccount,
  importAccounts,
  isEmpty,
  setDocuments,
} from '@datchain/functions/stores/bulk.ts';
import { auth, firestore } from '@datchain/functions/stores/firebase.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { localEnvironment } from '../scripts/lib/local-environment.ts';
import { Past } from './seed/past.ts';
import { uploadPictures } from './seed/pictures.ts';
import { tellStory } from './seed/story.ts';
import type { DemoPerson, DemoWorld } from './world/types.ts';
import { demoWorld } from './world/world.ts';

export const demoPassword = 'demo-password';

/** Says whether a person is a demo account with a password; all others have a login without one. */
const isAccount = (person: DemoPerson): boolean => person.email.endsWith('@dats.test');

type Log = (line: string) => void;

/** Creates a login for everyone, because the daily job closes accounts without one. */
async function seedAccounts(world: DemoWorld): Promise<number> {
  const people = [...world.artists, ...world.fans];
  const accountOf = ({ uid, email, username }: DemoPerson) => ({
    uid,
    email,
    displayName: username,
    emailVerified: true,
  });
  const accounts = people.filter(isAccount);
  for (const person of accounts) {
    await ensureAccount(auth(), { ...accountOf(person), password: demoPassword });
  }
  const others = people.filter((person) => !isAccount(person));
  await importAccounts(auth(), others.map(accountOf));
  return accounts.length;
}

function haveSeen(world: DemoWorld) {
  const data = { seenUntil: services().clock.now() - 31 * DAY_MILLIS };
  return [...world.artists, ...world.fans]
    .filter(isAccount)
    .map(({ uid }) => ({ path: docs.notificationSettings(uid), data }));
}

async function fillDesk({ desk }: DemoWorld): Promise<void> {
  const at = (moment: number) => ({ ...services(), clock: { now: () => moment } });
  for (const { uid, atMillis, ...application } of desk.applications) {
    done(await apply(at(atMillis), uid, application));
  }
  for (const { atMillis, ...report } of desk.reports) done(await reportWork(at(atMillis), report));
}

function done(outcome: unknown): void {
  if (isRefusal(outcome)) throw new Error(outcome.message);
}

/**
 * Fills empty databases with the demo world: its people, and eighteen months until yesterday, made by the
 * product's own calls and jobs. It is deterministic for a day.
 *
 * @throws Error if the product refuses a part of the story
 */
export async function seedDemoWorld({ log }: { log: Log }): Promise<void> {
  const world = demoWorld(new Date(services().clock.now()));
  log(`${await seedAccounts(world)} accounts, password ${demoPassword}`);
  const past = new Past();
  const pictures = await uploadPictures(world, world.operatorUids[0] ?? '');
  log(`${pictures.artwork.size + pictures.portraits.size} pictures uploaded`);
  log(`${await tellStory(world, { past, pictures })} things happened until yesterday`);
  const { documents, entries } = await past.write();
  log(`${entries} journal entries, ${documents} documents`);
  await setDocuments(firestore(), haveSeen(world));
  await fillDesk(world);
  log(`${world.dats.length} DATS by ${world.artists.length} artists`);
}

export const isUnseeded = (): Promise<boolean> => isEmpty(firestore(), docs.assetsSummary);

if (import.meta.main) {
  if (process.argv.length > 2) {
    console.log('Fills the local stack with the demo world, when it is empty.');
  } else {
    Object.assign(process.env, { ...localEnvironment(), ...process.env });
    if (await isUnseeded()) await seedDemoWorld({ log: console.log });
    else console.log('The local stack has data already; nothing was changed.');
  }
}
