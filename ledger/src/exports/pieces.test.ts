import { tries } from '@datchain/shared/testing/tries.ts';
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

const bytesOf = ({ parts }: { readonly parts: readonly Uint8Array[] }) => Buffer.concat(parts);

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
        const whenMade = fileOfPieces(
          first,
          before.map(() => undefined),
          (place) => Buffer.from(before[place] ?? ''),
        );
        const last = { bytes: bytesOf(whenMade), pieces: whenMade.pieces };
        expect(last.bytes.toString()).toBe(whole(first)(before));
        const second = { ...first, ...changes };
        const now = taken.map((at, place) =>
          at === undefined ? `new ${place}` : (before[at] ?? ''),
        );
        const made: number[] = [];
        const make = (place: number) => {
          made.push(place);
          return Buffer.from(now[place] ?? '');
        };
        const next = fileOfPieces(second, taken, make, last);
        const bytes = bytesOf(next);
        expect(bytes.toString()).toBe(whole(second)(now));
        // Only what was not there is made, and the pieces are found again.
        expect(made).toEqual([...taken.keys()].filter((place) => taken[place] === undefined));
        const again = fileOfPieces(second, [...now.keys()], () => Buffer.from('made'), {
          bytes,
          pieces: next.pieces,
        });
        expect(bytesOf(again)).toEqual(bytes);
        expect(again.pieces).toEqual(next.pieces);
      },
    ),
    tries(100),
  );
});
