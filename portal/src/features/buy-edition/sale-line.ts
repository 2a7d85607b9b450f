import { useEffect, useState } from 'react';
import { type LogLine, readLog } from '../../lib/data/public-log.ts';

/** The log is published every few minutes. */
const POLL_MILLIS = 30_000;

/**
 * Finds the number of a sale's line in the public log; undefined until it is published.
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

/** Polls the public log for a sale's line while the page is visible, until it is published. */
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
    const timer = setInterval(() => void look(), POLL_MILLIS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [datId, entryId, found]);
  return found;
}
