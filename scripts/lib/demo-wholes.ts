import { setTimeout as sleep } from 'node:timers/promises';
import { wholePath } from '@datchain/shared/domain/whole-song.ts';
import type { Sound } from '../../functions/audio/recording.ts';
import { services } from '../../functions/services.ts';
import { files } from '../../functions/stores/files.ts';
import { holdingsOf } from '../../functions/stores/works.ts';
import {
  demoMp3,
  demoOriginalPath,
  demoSong,
  demoWav,
  demoWholeFile,
} from '../demo-world/sound/demo-whole.ts';
import type { DemoDat, DemoPerson } from '../demo-world/types.ts';
import { keptFile } from './kept-files.ts';

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

/** The works of which someone who can sign in holds an edition now. */
async function heldBy(people: readonly DemoPerson[]): Promise<Set<string>> {
  const { store } = services();
  const all = await Promise.all(people.map(({ uid }) => holdingsOf(store, uid)));
  const held = all.flatMap(({ holdings }) => holdings);
  return new Set(held.filter(({ sold }) => !sold).map(({ datId }) => datId));
}

/**
 * Makes the whole songs of the works that the demo accounts hold, and of those that they come to
 * hold, for as long as it runs: all of the demo world would be half a gigabyte.
 */
export async function followDemoHolders(
  dats: readonly DemoDat[],
  people: readonly DemoPerson[],
): Promise<never> {
  const accounts = people.filter(({ email }) => email.endsWith('@dats.test'));
  const made = new Set<string>();
  for (;;) {
    const held = await heldBy(accounts);
    for (const dat of dats) {
      if (!held.has(dat.id) || made.has(dat.id)) continue;
      await publishDemoWhole(dat);
      made.add(dat.id);
    }
    await sleep(LOOK_AGAIN_MILLIS);
  }
}
