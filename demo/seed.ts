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

/** Demo accounts that can sign in; the others have a login as well, but no password. */
const isAccount = (person: DemoPerson): boolean => person.email.endsWith('@dats.test');

type Log = (line: string) => void;

/** Everyone has a login: whose login is gone is closed by the daily job. */
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

/** What those who sign in have seen at the bell: all but the last month. */
function haveSeen(world: DemoWorld) {
  const data = { seenUntil: services().clock.now() - 31 * DAY_MILLIS };
  return [...world.artists, ...world.fans]
    .filter(isAccount)
    .map(({ uid }) => ({ path: docs.notificationSettings(uid), data }));
}

/** Applications and reports as people send them, at their moments. */
async function fillDesk({ desk }: DemoWorld): Promise<void> {
  const at = (moment: number) => ({ ...services(), clock: { now: () => moment } });
  for (const { uid, atMs, ...application } of desk.applications) {
    done(await apply(at(atMs), uid, application));
  }
  for (const { atMs, ...report } of desk.reports) done(await reportWork(at(atMs), report));
}

function done(outcome: unknown): void {
  if (isRefusal(outcome)) throw new Error(outcome.message);
}

/**
 * Fills empty databases with the demo world: its people, and eighteen months that the product's own
 * calls and jobs have made, until yesterday. The same day makes the same world.
 *
 * @throws when the product refuses a part of the story
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
  log(`${world.dats.length} DATs by ${world.artists.length} artists`);
}

/** Whether nothing has been released yet. */
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
