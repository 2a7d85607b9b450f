import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileOfPieces } from './pieces.ts';

const frame = fc.record({
  head: fc.string(),
  between: fc.constantFrom('', ',', ' → '),
  tail: fc.string(),
});
/** What the pieces of some works say; a work is its place here. */
const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 12 });

/** The works of the next file: some of the last one in any order, and new ones, which have no place there. */
const nextOf = (count: number) =>
  fc
    .tuple(fc.shuffledSubarray([...Array(count).keys()]), fc.array(fc.constant(undefined)))
    .chain(([kept, added]) => fc.shuffledSubarray([...kept, ...added], { minLength: 0 }));

/** The bytes of a file that is put together. */
const bytesOf = ({ parts }: ReturnType<typeof fileOfPieces>, last = Buffer.alloc(0)) =>
  Buffer.concat(
    parts.map((part) => (part instanceof Uint8Array ? part : last.subarray(part.from, part.to))),
  );

const whole =
  ({ head, between, tail }: { head: string; between: string; tail: string }) =>
  (pieces: readonly string[]): string =>
    head + pieces.join(between) + tail;

test('a file put together of pieces that it had is the one that is made of all of them', () => {
  fc.assert(
    fc.property(
      frame,
      fc.record({ head: fc.string(), tail: fc.string() }),
      texts.chain((before) => fc.tuple(fc.constant(before), nextOf(before.length))),
      (first, changes, [before, taken]) => {
        const made = fileOfPieces(
          first,
          before.map(() => undefined),
          (place) => Buffer.from(before[place] ?? ''),
        );
        const last = bytesOf(made);
        expect(last.toString()).toBe(whole(first)(before));
        const second = { ...first, ...changes };
        const now = taken.map((at, place) =>
          at === undefined ? `new ${place}` : (before[at] ?? ''),
        );
        const asked: number[] = [];
        const make = (place: number) => {
          asked.push(place);
          return Buffer.from(now[place] ?? '');
        };
        const next = fileOfPieces(second, taken, make, made.pieces);
        const bytes = bytesOf(next, last);
        expect(bytes.toString()).toBe(whole(second)(now));
        // Only what was not there is made, and the pieces are found again.
        expect(asked).toEqual([...taken.keys()].filter((place) => taken[place] === undefined));
        const again = fileOfPieces(second, [...now.keys()], () => Buffer.from('made'), next.pieces);
        expect(bytesOf(again, bytes)).toEqual(bytes);
        expect(again.pieces).toEqual(next.pieces);
      },
    ),
    tries(100),
  );
});
