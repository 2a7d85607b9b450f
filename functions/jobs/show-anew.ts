import type { Services } from '../services.ts';

const AT_ONCE = 40;

/**
 * Shows every DAT anew, with its history: by hand, after an update of this code that shows more than
 * the one before did.
 *
 * @returns how many there are
 */
export async function showDats({ guards, projector }: Services): Promise<number> {
  const touched = (await guards.listDats()).map(({ id }) => `dat:${id}`);
  for (let start = 0; start < touched.length; start += AT_ONCE) {
    await projector.projectWhole(touched.slice(start, start + AT_ONCE));
  }
  return touched.length;
}
