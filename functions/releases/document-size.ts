/** How large a stored value is. */
export interface Size {
  /** As Firestore counts them. */
  readonly bytes: number;
  /** Single values, each an index entry where a field is indexed. */
  readonly leaves: number;
}

/** What a summary document may hold: well below Firestore's 1 MiB and 40,000 index entries. */
export const documentLimits: Size = { bytes: 700_000, leaves: 18_000 };

export const noSize: Size = { bytes: 0, leaves: 0 };

export const addSizes = (a: Size, b: Size): Size => ({
  bytes: a.bytes + b.bytes,
  leaves: a.leaves + b.leaves,
});

/** Whether a size is within a part of the limits. */
export const isWithin = ({ bytes, leaves }: Size, part = 1): boolean =>
  bytes <= documentLimits.bytes * part && leaves <= documentLimits.leaves * part;

const textBytes = (text: string): number => Buffer.byteLength(text) + 1;

/** The size of a value as a part of a document, by Firestore's rules: 8 bytes for a number or a date. */
export function sizeOf(value: unknown): Size {
  if (typeof value === 'string') return { bytes: textBytes(value), leaves: 1 };
  if (typeof value === 'boolean' || value === null) return { bytes: 1, leaves: 1 };
  if (typeof value !== 'object') return { bytes: 8, leaves: 1 };
  if (Array.isArray(value)) return value.map(sizeOf).reduce(addSizes, noSize);
  return Object.entries(value)
    .map(([key, field]) => addSizes(sizeOf(field), { bytes: textBytes(key), leaves: 0 }))
    .reduce(addSizes, noSize);
}
