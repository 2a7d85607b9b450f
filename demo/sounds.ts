/**
 * Makes and publishes the demo world's previews, newest works first, then whole songs for holders, until it
 * is stopped. Existing sounds, and those cached on this machine, are reused.
 *
 *     node demo/sounds.ts [DAT …]    the previews of these works only
 */

import { files } from '@datchain/functions/stores/files.ts';
import { previewPath } from '@datchain/shared/domain/preview-address.ts';
import { keptFile } from '../scripts/lib/kept-files.ts';
import { localEnvironment } from '../scripts/lib/local-environment.ts';
import { followHolders } from './wholes.ts';
import { demoPreviewFile, demoSound } from './world/sound/demo-preview.ts';
import type { DemoDat } from './world/types.ts';
import { demoWorld } from './world/world.ts';

export async function publishDemoSounds(dats: readonly DemoDat[]): Promise<void> {
  const bucket = files();
  for (const dat of dats) {
    const file = demoPreviewFile(dat);
    if (await bucket.find(previewPath(file))) continue;
    await bucket.publish(
      previewPath(file),
      await keptFile('sounds', file, () => demoSound(dat)),
      'audio/mpeg',
    );
  }
}

if (import.meta.main) {
  Object.assign(process.env, { ...localEnvironment(), ...process.env });
  process.on('disconnect', () => process.exit(1));
  const asked = new Set(process.argv.slice(2));
  const { dats, artists, fans } = demoWorld(new Date());
  const wanted = dats.filter(({ id, takenDownAtMillis }) =>
    asked.size > 0 ? asked.has(id) : takenDownAtMillis === null,
  );
  await publishDemoSounds(wanted);
  if (asked.size === 0) await followHolders(wanted, [...artists, ...fans]);
  process.exit(0);
}
