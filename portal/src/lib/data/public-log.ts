import { isRecord, readNumber, readText } from '@datchain/shared/contracts/tolerant.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';

/** The fields that the portal reads from a public log line about a work (docs/public-log.md). */
export interface LogLine {
  readonly seq: number;
  /** YYYY-MM */
  readonly month: string;
  readonly kind: string;
  readonly platform: string;
  readonly day: string;
  readonly edition: number;
  /** The edition's version after the line; 0 where the line is about no edition. */
  readonly version: number;
  readonly priceCents: number;
  readonly sharedMicros: number;
}

/** Reads `/data/v1/log/{datId}.jsonl`; malformed lines are skipped. */
export const readLogLines = (text: string): LogLine[] =>
  text.split('\n').flatMap((row) => {
    let line: unknown;
    try {
      line = JSON.parse(row);
    } catch {
      return [];
    }
    if (!isRecord(line)) return [];
    return [
      {
        seq: readNumber(line.seq),
        month: readText(line.at).slice(0, 7),
        kind: readText(line.kind),
        platform: readText(line.platform),
        day: readText(line.day),
        edition: readNumber(line.edition),
        version: readNumber(line.version),
        priceCents: readNumber(line.priceCents),
        sharedMicros: readNumber(line.sharedMicros),
      },
    ];
  });

/**
 * Loads the public log of one work. Empty where it cannot be read, or the work is newer than the
 * log: Hosting answers with an empty file, which is no error.
 */
export async function readLog(datId: string): Promise<LogLine[]> {
  try {
    const answer = await fetch(`/data/v1/log/${encodeURIComponent(datId)}.jsonl`);
    const isLog = answer.ok && !answer.headers.get('content-type')?.includes('html');
    return isLog ? readLogLines(await answer.text()) : [];
  } catch (error) {
    warnLater(`The public log of ${datId} could not be read.`, error);
    return [];
  }
}
