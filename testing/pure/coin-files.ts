import { coinsFile } from '@datchain/shared/domain/public-books/coin-days.ts';
import { coinFileText, listPrefixes } from '@datchain/shared/domain/public-books/coin-files.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { type Hash, leafHash, type Range } from '@datchain/tlog/merkle.ts';
import { rangesBeside } from '@datchain/tlog/range-proof.ts';
import { plainRoot } from '@datchain/tlog/testing/plain-root.ts';

/** Splits a list into the files of a day literally as docs/public-books.md says, by their names. */
export function plainCoinFiles(day: string, text: string, digits: number): Map<string, string> {
  const all = text.match(/.+\n/g) ?? [];
  const leaves = all.map((line) => leafHash(bytesOfText(line)));
  const known = new Map<string, Hash>();
  const hashOf = ({ start, end }: Range): Hash => {
    const key = `${start} ${end}`;
    const hash = known.get(key) ?? plainRoot(leaves.slice(start, end));
    known.set(key, hash);
    return hash;
  };
  return new Map(
    [...listPrefixes(digits)].map((prefix) => {
      const lines = all.filter((line) => line.startsWith(prefix));
      const start = all.filter((line) => line.slice(0, digits) < prefix).length;
      const beside = rangesBeside({ start, end: start + lines.length }, all.length);
      return [coinsFile(day, prefix), coinFileText({ start, lines }, beside.map(hashOf))];
    }),
  );
}
