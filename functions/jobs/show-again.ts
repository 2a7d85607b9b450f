import { findLastPage } from '@datchain/shared/domain/books/works.ts';
import type { Touched } from '../projector/projections.ts';
import type { Services } from '../services.ts';

const BATCH_SIZE = 40;

async function show({ projector }: Services, touched: readonly Touched[]): Promise<number> {
  for (let start = 0; start < touched.length; start += BATCH_SIZE) {
    await projector.projectWhole(touched.slice(start, start + BATCH_SIZE));
  }
  return touched.length;
}

/**
 * Projects every DAT again, with its history; run by hand after an update that shows more than before.
 *
 * @returns how many there are
 */
export const showDats = async (services: Services): Promise<number> =>
  show(
    services,
    (await services.guards.listDats()).map(({ id }) => `dat:${id}`),
  );

export const showBlocks = async (services: Services): Promise<number> =>
  show(
    services,
    (await services.guards.listBlocks()).map(({ id }) => `block:${id}`),
  );

export async function showWallets(services: Services): Promise<number> {
  const users = await services.guards.listUsers();
  const pages = users.flatMap(({ uid, works }) =>
    Array.from(
      { length: findLastPage(works?.works ?? 0) },
      (_, index) => `works:${uid}:${index + 1}`,
    ),
  );
  await show(services, [...users.map(({ uid }) => `user:${uid}`), ...pages]);
  return users.length;
}
