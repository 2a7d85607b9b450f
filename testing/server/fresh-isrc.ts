let given = 0;

/**
 * Returns an ISRC that no other test of this process has; random ones collided, and an ISRC belongs
 * to one work.
 */
export function freshIsrc(): string {
  given += 1;
  return `QZTST26${String(given).padStart(5, '0')}`;
}
