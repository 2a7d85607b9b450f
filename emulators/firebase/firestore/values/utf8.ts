/** The order of two strings by their bytes in UTF-8, which is the order of their code points. */
export function compareUtf8(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [unitOfA, unitOfB] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unitOfA !== unitOfB) return placeOf(unitOfA) - placeOf(unitOfB);
  }
  return a.length - b.length;
}

/** Halves of pairs stand for code points above all single units, also above U+E000 to U+FFFF. */
const placeOf = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

/** Whether a text is longer than so many bytes of UTF-8: no unit takes more than three. */
export const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
