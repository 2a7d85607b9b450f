import { ListTree } from '@datchain/tlog/list-tree.ts';
import { leafHash } from '@datchain/tlog/merkle.ts';
import { rangesBeside } from '@datchain/tlog/range-proof.ts';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { coinDigits, coinFileText, listPrefixes } from './coin-files.ts';

/** Reads a list from its beginning, in parts of whole lines. */
export type ReadList = () => AsyncIterable<string>;

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * Splits a list of coins into files by the first digits of the coins' hashes. The list is read twice, because
 * the first file's proof needs the hash of the last line.
 *
 * @param write is given each file's prefix and text, in order
 * @returns the number of digits
 */
export async function writeCoinFiles(
  read: ReadList,
  write: (prefix: string, text: string) => void,
): Promise<number> {
  const tree = new ListTree();
  for await (const text of read()) {
    for (const line of linesOf(text)) tree.add(leafHash(utf8ToBytes(line)));
  }
  const digits = coinDigits(tree.size);
  let start = 0;
  let lines: string[] = [];
  const finish = (prefix: string) => {
    const end = start + lines.length;
    const beside = rangesBeside({ start, end }, tree.size).map((range) => tree.hashOf(range));
    write(prefix, coinFileText({ start, lines }, beside));
    start = end;
    lines = [];
  };
  const [first = '', ...rest] = listPrefixes(digits);
  let prefix = first;
  let next = 0;
  for await (const text of read()) {
    for (const line of linesOf(text)) {
      for (; next < rest.length && line.slice(0, digits) > prefix; next++) {
        finish(prefix);
        prefix = rest[next] ?? '';
      }
      lines.push(line);
    }
  }
  for (const each of [prefix, ...rest.slice(next)]) finish(each);
  return digits;
}
