import { hash } from 'node:crypto';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import type { PublicData } from '@datchain/functions/stores/public-data.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import { aPublicLog } from '@datchain/testing/server/a-public-log.ts';

/**
 * Makes the public log of a generated ledger: a line for each release and each sale in its
 * histories.
 */
export function makeLedgerLog({ histories }: PublicData): Promise<PublicLog> {
  const happened = Object.entries(histories)
    .flatMap(([datId, lines]) => lines.map((line) => ({ datId, ...line })))
    .sort((a, b) => a.at - b.at);
  const lines = happened.map(({ datId, at, edition, priceCents, from, to }, index) => {
    const [seller, buyer] = [hash('sha256', from ?? ''), hash('sha256', to ?? '')];
    const price = priceCents ?? 0;
    const fields =
      edition === null
        ? { datId, editions: 20, priceCents: price, sharePpm: 25_000, creator: buyer }
        : { datId, edition, version: 2, priceCents: price, tokens: 40, seller, buyer };
    return logLine(index + 1, { at, kind: edition === null ? 'release' : 'sale', fields });
  });
  return aPublicLog(lines);
}
