import { sha256 } from '../../functions/public-log/signer.ts';
import type { PublicLog } from '../../functions/public-log/source.ts';
import type { PublicData } from '../../functions/stores/public-data.ts';
import { logLine, noHash } from '../../shared/domain/public-log/lines.ts';
import { addCheckpoint, testSigner } from '../verify/testing/made-log.ts';

/** As many lines as the publisher signs at once. */
const EVERY = 400;

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** The public log of a generated ledger: a line for each release and each sale in its histories. */
export function aLogOf({ histories }: PublicData): PublicLog {
  const happened = Object.entries(histories)
    .flatMap(([datId, lines]) => lines.map((line) => ({ datId, ...line })))
    .sort((a, b) => a.at - b.at);
  const [lines, checkpoints]: [string[], string[]] = [[], []];
  let prev = noHash;
  for (const { datId, at, edition, priceCents, from, to } of happened) {
    const [seller, buyer] = [sha256(from ?? ''), sha256(to ?? '')];
    const price = priceCents ?? 0;
    const fields =
      edition === null
        ? { datId, editions: 20, priceCents: price, sharePpm: 25_000, creator: buyer }
        : { datId, edition, version: 2, priceCents: price, tokens: 40, seller, buyer };
    const kind = edition === null ? 'release' : 'sale';
    const line = logLine(lines.length + 1, { at, kind, fields }, prev);
    lines.push(line);
    prev = sha256(line);
    const { length } = lines;
    if (length % EVERY === 0 || length === happened.length)
      addCheckpoint(checkpoints, length, prev);
  }
  return {
    heads: [prev],
    keys: [testSigner],
    handles: {},
    lines: () => each(lines),
    checkpoints: () => each(checkpoints),
    close: async () => {},
  };
}
