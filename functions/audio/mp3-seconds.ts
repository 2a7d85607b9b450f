/** Kilobits per second by the index in a frame's header, for MPEG 1 and MPEG 2, layer III. */
const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const rates = { 1: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000] } as const;

function behindTag(file: Uint8Array): number {
  if (String.fromCharCode(...file.subarray(0, 3)) !== 'ID3') return 0;
  const size = file.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  return 10 + size;
}

/**
 * Returns the length of an MP3 in seconds, counted by its frames: every byte after the tag must be
 * in a frame, and all frames share version, bitrate and rate. Lengths claimed by a header are
 * ignored.
 *
 * @returns undefined for anything else
 */
export function mp3Seconds(file: Uint8Array): number | undefined {
  let samples = 0;
  let kind: number | undefined;
  let sampleRate = 0;
  let at = behindTag(file);
  while (at < file.length) {
    const [first = 0, second = 0, third = 0] = file.subarray(at, at + 3);
    // The padding bit may differ from frame to frame.
    const own = (second << 8) | (third & 0b1111_1101);
    if (first !== 0xff || (second & 0b1110_0110) !== 0b1110_0010 || own !== (kind ?? own)) {
      return undefined;
    }
    kind = own;
    const version = (second & 0b1_1000) === 0b1_1000 ? 1 : (second & 0b1_1000) === 0b1_0000 ? 2 : 0;
    if (version === 0) return undefined;
    const bitrate = bitrates[version][third >> 4];
    sampleRate = rates[version][(third >> 2) & 0b11] ?? 0;
    if (!bitrate || sampleRate === 0) return undefined;
    const padding = (third >> 1) & 1;
    samples += version === 1 ? 1_152 : 576;
    at += Math.floor(((version === 1 ? 144 : 72) * bitrate * 1_000) / sampleRate) + padding;
  }
  return at === file.length && samples > 0 ? samples / sampleRate : undefined;
}
