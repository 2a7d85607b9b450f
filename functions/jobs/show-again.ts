import type { Touched } from '../projector/projections.ts';
import type { Services } from '../services.ts';

const AT_ONCE = 40;

async function show({ projector }: Services, touched: readonly Touched[]): Promise<number> {
  for (let start = 0; start < touched.length; start += AT_ONCE) {
    await projector.projectWhole(touched.slice(start, start + AT_ONCE));
  }
  return touched.length;
}

/**
 * Shows every DAT again, with its history: run by hand, after an update that shows more than
 * before.
 *
 * @returns how many there are
 */
export const showDats = async (services: Services): Promise<number> =>
  show(
    services,
    (await services.guards.listDats()).map(({ id }) => `dat:${id}`),
  );

/** The same for every token block. */
export const showBlocks = async (services: Services): Promise<number> =>
  show(
    services,
    (await services.guards.listBlocks()).map(({ id }) => `block:${id}`),
  );

/** The same for everyone's wallet. */
export const showWallets = async (services: Services): Promise<number> =>
  show(
    services,
    (await services.guards.listUsers()).map(({ uid }) => `user:${uid}`),
  );
