let given = 0;

/** An ISRC that no other test of this process has: drawn ones met each other, and one work has one. */
export function freshIsrc(): string {
  given += 1;
  return `QZTST26${String(given).padStart(5, '0')}`;
}
