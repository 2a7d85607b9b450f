/**
 * Makes the previews of the demo world and puts them where they are heard, the newest works first. What
 * is there, or was made on this machine before, is not made again.
 *
 *   node demo-sounds.ts [DAT …]    those works alone
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewPath } from '@datchain/shared/domain/preview-address.ts';
import { files } from '../../functions/stores/files.ts';
import { demoPreviewFile, demoSound } from '../demo-world/sound/demo-preview.ts';
import type { DemoDat } from '../demo-world/types.ts';
import { demoWorld } from '../demo-world/world.ts';
import { localEnvironment } from './local-environment.ts';
import { inRepository } from './root.ts';

const kept = inRepository('node_modules/.cache/datchain/sounds');

async function soundOf(dat: DemoDat, file: string): Promise<Uint8Array> {
  const path = join(kept, file);
  const found = await readFile(path).catch(() => undefined);
  if (found) return found;
  const made = await demoSound(dat);
  await mkdir(kept, { recursive: true });
  // Whole or not at all, also when two stacks make it at once.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, made);
  await rename(unfinished, path);
  return made;
}

/** Makes and publishes the previews of some works of the demo world. */
export async function publishDemoSounds(dats: readonly DemoDat[]): Promise<void> {
  const bucket = files();
  for (const dat of dats) {
    const file = demoPreviewFile(dat);
    if (await bucket.find(previewPath(file))) continue;
    await bucket.publish(previewPath(file), await soundOf(dat, file), 'audio/mpeg');
  }
}

if (import.meta.main) {
  Object.assign(process.env, { ...localEnvironment(), ...process.env });
  process.on('disconnect', () => process.exit(1));
  const asked = new Set(process.argv.slice(2));
  const { dats } = demoWorld(new Date());
  const wanted = dats.filter(({ id, takenDownAtMs }) =>
    asked.size > 0 ? asked.has(id) : takenDownAtMs === null,
  );
  await publishDemoSounds(wanted);
  process.exit(0);
}
