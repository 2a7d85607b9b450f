import { isRecord, readNumber, readText } from '@datchain/shared/contracts/tolerant.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';

/** What the portal reads of a line of the public log about a work (docs/public-log.md). */
export interface LogLine {
  readonly seq: number;
  /** YYYY-MM */
  readonly month: string;
  readonly kind: string;
  readonly platform: string;
  readonly day: string;
  readonly edition: number;
  /** The version of the edition that the line led to; 0 where it is about none. */
  readonly version: number;
  readonly priceCents: number;
  readonly sharedMicros: number;
}

/** Reads `/data/v1/log/{datId}.jsonl`; what is not a line is left out. */
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
 * The public log of one work; empty where it cannot be read, or the work is newer than it, which is
 * no error: Hosting answers with an empty file.
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
