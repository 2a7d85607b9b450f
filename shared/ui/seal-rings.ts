const RINGS = 13;
const WAVES = 14;
const STEPS = 224;
const CENTRE = 60;
const INNER_RADIUS = 19;
const RING_GAP = 3;

/** Hashes a text to a number from 0 to 1: FNV-1a over its UTF-16 units. */
function hashToTurn(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash / 0x1_0000_0000;
}

function ring(index: number, phase: number): string {
  const radius = INNER_RADIUS + index * RING_GAP;
  const depth = 0.6 + index * 0.16;
  const points = Array.from({ length: STEPS }, (_, step) => {
    const angle = (2 * Math.PI * step) / STEPS;
    const wave = radius + depth * Math.sin(WAVES * angle + phase + index * 0.42);
    const x = CENTRE + wave * Math.cos(angle);
    const y = CENTRE + wave * Math.sin(angle);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/**
 * Draws the grooves of an edition's seal as SVG paths in a square of 120: 13 wavy rings. Their rotation
 * depends on the edition, so all certificates of a work differ.
 */
export function sealRings(datId: string, edition: number): string[] {
  const phase = 2 * Math.PI * hashToTurn(`${datId}:${edition}`);
  return Array.from({ length: RINGS }, (_, index) => ring(index, phase));
}
