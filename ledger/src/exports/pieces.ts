/** Where the pieces of a file are: one for each DAT, one after the other. */
export interface FilePieces {
  /** The bytes before the first of them. */
  readonly head: number;
  /** The bytes between two of them. */
  readonly between: number;
  readonly lengths: readonly number[];
  readonly size: number;
}

export interface LastBytes {
  readonly from: number;
  readonly to: number;
}

export interface Frame {
  readonly head: string;
  readonly between?: string;
  readonly tail?: string;
}

function beginsOf({ head, between, lengths }: FilePieces): Float64Array {
  const begins = new Float64Array(lengths.length);
  let at = head;
  for (const [place, length] of lengths.entries()) {
    begins[place] = at;
    at += length + between;
  }
  return begins;
}

/**
 * Says what a file is put together of, one part after the other. Pieces that stood one after the other the
 * last time are copied in one go, with what is between them: of ten thousand mostly one or two are made.
 *
 * @param taken of each piece the place it had in the last file; undefined for one that is to be made
 * @param make makes a piece, by its place now
 */
export function fileOfPieces(
  { head, between = '', tail = '' }: Frame,
  taken: readonly (number | undefined)[],
  make: (place: number) => Buffer,
  last?: FilePieces,
): { readonly parts: readonly (Uint8Array | LastBytes)[]; readonly pieces: FilePieces } {
  const [first, gap] = [Buffer.from(head), Buffer.from(between)];
  const parts: (Uint8Array | LastBytes)[] = [first];
  const begins = last && beginsOf(last);
  const lengths: number[] = [];
  // What is to be copied next of the last file.
  let [from, to] = [0, 0];
  const copy = () => {
    if (to > from) parts.push({ from, to });
    from = to = 0;
  };
  for (const [place, before] of taken.entries()) {
    const begin = before === undefined ? undefined : begins?.[before];
    const length = before === undefined ? undefined : last?.lengths[before];
    if (begin !== undefined && length !== undefined) {
      if (to === 0 || begin !== to + gap.length) {
        copy();
        if (place > 0) parts.push(gap);
        from = begin;
      }
      to = begin + length;
      lengths.push(length);
    } else {
      copy();
      if (place > 0) parts.push(gap);
      const piece = make(place);
      parts.push(piece);
      lengths.push(piece.length);
    }
  }
  copy();
  parts.push(Buffer.from(tail));
  const size = parts.reduce(
    (sum, part) => sum + (part instanceof Uint8Array ? part.length : part.to - part.from),
    0,
  );
  return { parts, pieces: { head: first.length, between: gap.length, lengths, size } };
}
