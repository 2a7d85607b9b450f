import { readHead, signedHead } from '@datchain/functions/public-log/head.ts';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { appendLeaf, emptyEdge, leafHash } from '@datchain/tlog/merkle.ts';
import { testSigner } from './public-log.ts';

const START = Date.UTC(2026, 10, 20, 9);

export const someLines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const at = START + index * 600_000;
    const datId = `dat-${index % 5}`;
    const listing = { datId, edition: 1, version: index + 1, priceCents: 500, seller: 'ab' };
    return index % 5 === 0
      ? logLine(index + 1, { at, kind: 'token-issue', fields: { block: '1', tokens: 1_000 } })
      : logLine(index + 1, { at, kind: 'listing', fields: listing });
  });

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

/**
 * Makes a public log of these lines, signed as often as the publisher would.
 *
 * @param signedSizes in ascending order; the last is the number of all lines
 */
export async function aPublicLog(
  lines: readonly string[],
  signedSizes: readonly number[] = [lines.length],
  coins: readonly { readonly day: string; readonly text: string }[] = [],
): Promise<PublicLog> {
  let head = readHead(undefined);
  let edge = emptyEdge;
  const due = new Set(signedSizes);
  for (const line of lines) {
    edge = appendLeaf(edge, leafHash(bytesOfText(line)));
    if (due.has(edge.size)) head = await signedHead(head, edge, [testSigner], START);
  }
  return {
    head,
    handles: async () => ({}),
    lines: (from = 0) => each(lines.slice(from)),
    coins: () => each(coins.map(({ day, text }) => ({ day, read: () => each([text]) }))),
  };
}
