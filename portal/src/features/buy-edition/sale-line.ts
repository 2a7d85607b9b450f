import { useEffect, useState } from 'react';
import { type LogLine, readLog } from '../../lib/data/public-log.ts';

/** The log is published every few minutes. */
const AGAIN_MILLIS = 30_000;

/**
 * The number of the public line about a sale; undefined while the log does not have it.
 *
 * @param entryId `edition-sale:{datId}:{edition}:{version}`; the sale leads to the next version
 */
export function saleLine(log: readonly LogLine[], entryId: string): number | undefined {
  const [, edition, version] = /:(\d+):(\d+)$/.exec(entryId) ?? [];
  const isOfSale = (line: LogLine) =>
    (line.kind === 'sale' || line.kind === 'resale') &&
    line.edition === Number(edition) &&
    line.version === Number(version) + 1;
  return log.find(isOfSale)?.seq;
}

/** The same, looked up again while the page is in view until it is published. */
export function useSaleLine(datId: string, entryId: string | undefined): number | undefined {
  const [found, setFound] = useState<number>();
  useEffect(() => {
    if (entryId === undefined || found !== undefined) return;
    let isCurrent = true;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const line = saleLine(await readLog(datId), entryId);
      if (isCurrent) setFound(line);
    };
    void look();
    const timer = setInterval(() => void look(), AGAIN_MILLIS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [datId, entryId, found]);
  return found;
}
