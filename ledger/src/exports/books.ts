import { exportVersion } from '@datchain/shared/contracts/public-export.ts';
import type { SnapshotReading } from '../snapshot.ts';

/** Builds /data/v1/books.json: the public books by day, newest first; dollars in micros. */
export const booksFile = ({ bookDays }: Pick<SnapshotReading, 'bookDays'>) => ({
  version: exportVersion,
  days: bookDays.map(({ date, upTo, isClosed, entries, late, figures, balances, users }) => ({
    date,
    upTo: new Date(upTo).toISOString(),
    isClosed,
    entries,
    late,
    figures,
    balances,
    users,
  })),
});
