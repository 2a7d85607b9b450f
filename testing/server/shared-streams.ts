import {
  type DayOfStreams,
  type DueDay,
  distributeEntry,
  type SharedStreams,
} from '@datchain/functions/journal/entries/streams.ts';
import type { Services } from '@datchain/functions/services.ts';
import { startingWith } from '@datchain/functions/stores/document-store.ts';
import { postShares, readShared } from '@datchain/functions/streams/post-shares.ts';
import { readStreamShares } from '@datchain/shared/contracts/documents/stream-shares.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { committed } from './accepted.ts';

type Needs = Pick<Services, 'books' | 'clock' | 'store'>;

/** Shares a day's streams and posts the shares, as the job does. @throws when it is refused */
export async function shareAndPost(
  services: Needs,
  day: DayOfStreams,
  dat: DatGuard,
): Promise<SharedStreams> {
  const shared = await committed(services.books, distributeEntry(day, dat));
  await postShares(services, [{ ...day, shared }]);
  return shared;
}

/** Posts all shares that are due, which the job finds by the reports it has not marked as shared. */
export async function postAllDue(services: Needs): Promise<void> {
  const due: DueDay[] = [];
  for await (const page of startingWith(
    services.store,
    docs.streamShares('', '').slice(0, -1),
    300,
  )) {
    for (const { data } of page) {
      const datId = String(data.datId);
      due.push(...readStreamShares(datId, data).due.map((one) => ({ ...one, datId })));
    }
  }
  await postShares(services, await readShared(services, due));
}
