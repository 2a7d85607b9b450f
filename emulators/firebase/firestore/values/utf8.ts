/** Compares two strings by their UTF-8 bytes, which is the order of code points. */
export function compareUtf8(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [unitOfA, unitOfB] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unitOfA !== unitOfB) return placeOf(unitOfA) - placeOf(unitOfB);
  }
  return a.length - b.length;
}

/** Sorts surrogates above all single code units, even U+E000 to U+FFFF. */
const placeOf = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

/** Whether a string is longer than `bytes` in UTF-8; a code unit takes at most three. */
export const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
