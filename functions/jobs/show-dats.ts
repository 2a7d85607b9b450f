import type { Touched } from '../journal/projections.ts';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'guards' | 'projector'>;

const AT_ONCE = 40;

/**
 * Shows every DAT anew, with its history: by hand, after an update of this code that shows more than
 * the one before did.
 *
 * @returns how many there are
 */
export const showDats = async ({ guards, projector }: Needs): Promise<number> =>
  show(
    projector,
    (await guards.listDats()).map(({ id }) => `dat:${id}`),
  );

/**
 * Shows every token block anew: by hand, after an update of this code that shows them otherwise.
 *
 * @returns how many there are
 */
export const showBlocks = async ({ guards, projector }: Needs): Promise<number> =>
  show(
    projector,
    (await guards.listBlocks()).map(({ id }) => `block:${id}`),
  );

async function show(projector: Needs['projector'], touched: readonly Touched[]): Promise<number> {
  for (let start = 0; start < touched.length; start += AT_ONCE) {
    await projector.projectWhole(touched.slice(start, start + AT_ONCE));
  }
  return touched.length;
}
