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

const LOOK_AGAIN_MILLIS = 5_000;

/**
 * Makes the original of a work of the demo world and its whole song, and puts them where holders
 * find them.
 */
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
  // Ten megabytes each, and made in a moment: not kept besides.
  if (await lacks(original)) await bucket.keep(original, demoWav(song()), 'audio/wav');
}

/** The works of which someone holds an edition who is not among these people. */
async function heldByOthers(people: ReadonlySet<string>): Promise<Set<string>> {
  const dats = await services().guards.listDats();
  const isHeld = dats.filter(({ editions }) => editions.some((one) => !people.has(one.ownerUid)));
  return new Set(isHeld.map(({ id }) => id));
}

/**
 * Makes the whole songs of the works that people who can sign in hold, and of those that they come to
 * hold, for as long as it runs: all of the demo world would be half a gigabyte. People who sign up are
 * among them; most of the demo world's own people have no password.
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
    await sleep(LOOK_AGAIN_MILLIS);
  }
}
