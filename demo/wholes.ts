import { setTimeout as sleep } from 'node:timers/promises';
import type { Sound } from '@datchain/functions/audio/recording.ts';
import { services } from '@datchain/functions/services.ts';
import { files } from '@datchain/functions/stores/files.ts';
import { wholePath } from '@datchain/shared/domain/whole-song.ts';
import { keptFile } from '../scripts/lib/kept-files.ts';
import {
  demoMp3,
  demoOriginalPath,
  demoSong,
  demoWav,
  demoWholeFile,
} from './world/sound/demo-whole.ts';
import type { DemoDat, DemoPerson } from './world/types.ts';

const POLL_MILLIS = 5_000;

export async function publishDemoWhole(dat: DemoDat): Promise<void> {
  const bucket = files();
  const [file, original] = [demoWholeFile(dat), demoOriginalPath(dat)];
  let made: Sound | undefined;
  const song = () => {
    made ??= demoSong(dat);
    return made;
  };
  const lacks = async (path: string) => !(await bucket.find(path));
  if (await lacks(wholePath(file))) {
    const mp3 = await keptFile('sounds', file, () => demoMp3(song()));
    await bucket.keep(wholePath(file), mp3, 'audio/mpeg');
  }
  // Originals have ten megabytes and are made quickly, so they are not cached.
  if (await lacks(original)) await bucket.keep(original, demoWav(song()), 'audio/wav');
}

async function heldByOthers(people: ReadonlySet<string>): Promise<Set<string>> {
  const dats = await services().guards.listDats();
  const isHeld = dats.filter(({ editions }) => editions.some((one) => !people.has(one.ownerUid)));
  return new Set(isHeld.map(({ id }) => id));
}

/**
 * Makes the whole songs of works held by people who can sign in, and polls for new ones while it runs. All
 * songs would be half a gigabyte, and most of the demo world's people have no password.
 */
export async function followHolders(
  dats: readonly DemoDat[],
  people: readonly DemoPerson[],
): Promise<never> {
  const cannotSignIn = people.filter(({ email }) => !email.endsWith('@dats.test'));
  const silent = new Set(cannotSignIn.map(({ uid }) => uid));
  const made = new Set<string>();
  for (;;) {
    const held = await heldByOthers(silent);
    for (const dat of dats) {
      if (!held.has(dat.id) || made.has(dat.id)) continue;
      await publishDemoWhole(dat);
      made.add(dat.id);
    }
    await sleep(POLL_MILLIS);
  }
}
