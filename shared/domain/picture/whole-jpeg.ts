import { readCodes, ScanBits } from './jpeg-bits.ts';
import { type Component, type Frame, type Scan, walkScan } from './jpeg-scan.ts';

const [START, END, SCAN, CODES, INTERVAL] = [0xd8, 0xd9, 0xda, 0xc4, 0xdd];
const [BASELINE, EXTENDED, PROGRESSIVE] = [0xc0, 0xc1, 0xc2];

/**
 * The most bytes a program leaves after the last block of a scan. An overwritten scan decodes to other codes
 * and leaves more.
 */
const SPARE_BYTES = 32;

/** The most channels, and the most scans: encoders write about ten, and each is walked block by block. */
const [MAX_CHANNELS, MAX_SCANS] = [4, 100];

/** The most blocks walked in all scans, about two seconds: seven times each channel of the largest picture. */
const MAX_WALKED_BLOCKS = 24_000_000;

/** The most segments of a JPEG, including those after its header: no program writes more, and each is kept. */
export const MAX_SEGMENTS = 4_000;

/** The most code tables of a file: encoders write up to eight for a scan. */
const MAX_TABLES = 8 * MAX_SCANS;

const LAST_VALUE = 63;

export type Pause = () => Promise<void>;

export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![CODES, 0xc8, 0xcc].includes(marker);

/** Says whether the scans of such a frame can be walked: not arithmetic, lossless or hierarchical ones. */
export const isCommonFrame = (marker: number): boolean =>
  [BASELINE, EXTENDED, PROGRESSIVE].includes(marker);

const isPossible = ({ parts, first, last }: Scan, { isProgressive }: Frame): boolean =>
  new Set(parts.map(({ component }) => component)).size === parts.length &&
  parts.length > 0 &&
  first <= last &&
  // The average is alone in a progressive scan, and together with all values in any other.
  last <= (isProgressive && first === 0 ? 0 : LAST_VALUE) &&
  (isProgressive || last - first === LAST_VALUE);

/**
 * Records the bits that a scan adds.
 *
 * @returns whether each value is new or gets its next bit: encoders write nothing else, and repeated values
 * only take time
 */
function isNext({ parts, first, last, high, low }: Scan): boolean {
  if (high > 0 && low !== high - 1) return false;
  for (const { component } of parts) {
    const numbers = component.lowest.subarray(first, last + 1);
    if (numbers.some((lowest) => lowest !== (high > 0 ? high : -1))) return false;
    numbers.fill(low);
  }
  return true;
}

function countBlocks({ parts }: Scan, { unitsWide, unitsHigh }: Frame): number {
  const [first, ...others] = parts.map(({ component }) => component);
  if (first && others.length === 0) return first.blocksWide * first.blocksHigh;
  const each = parts.map(({ component: { across, down } }) => across * down);
  return unitsWide * unitsHigh * each.reduce((sum, blocks) => sum + blocks, 0);
}

class Segments {
  readonly #bytes: Uint8Array;
  #at = 0;
  #frame: Frame | undefined;
  #interval = 0;
  readonly #tables = new Map<number, Uint16Array>();
  #readTablesCount = 0;
  #walkedBlocks = 0;
  readonly #seen = new Set<number>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  #word(at: number): number {
    return ((this.#bytes[at] ?? 0) << 8) | (this.#bytes[at + 1] ?? 0);
  }

  #marker(): number | undefined {
    const bytes = this.#bytes;
    for (let at = this.#at; at + 1 < bytes.length; at++) {
      const next = bytes[at + 1] as number;
      if (bytes[at] !== 0xff || next === 0 || next === 0xff) continue;
      this.#at = at + 2;
      return next;
    }
    return undefined;
  }

  *walk(): Generator<void, boolean> {
    let scans = 0;
    for (let segments = 0; segments < MAX_SEGMENTS; segments++) {
      const marker = this.#marker();
      if (marker === undefined) return false;
      if (marker === END) return this.#isComplete();
      if (marker === START || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue;
      const from = this.#at + 2;
      const end = this.#at + this.#word(this.#at);
      if (end > this.#bytes.length) return false;
      this.#at = end;
      if (marker === CODES) {
        if (!this.#readTables(from, end)) return false;
      } else if (marker === INTERVAL) this.#interval = this.#word(from);
      else if (isFrame(marker)) {
        // Only the first header was checked against the largest allowed picture.
        if (this.#frame) return false;
        this.#frame = this.#readFrame(marker, from);
        if (!this.#frame) return false;
      } else if (marker === SCAN) {
        scans += 1;
        if (scans > MAX_SCANS) return false;
        const scan = this.#readScan(from);
        if (!this.#frame || !scan) return false;
        this.#walkedBlocks += countBlocks(scan, this.#frame);
        if (!isPossible(scan, this.#frame) || !isNext(scan)) return false;
        if (this.#walkedBlocks > MAX_WALKED_BLOCKS) return false;
        const bits = new ScanBits(this.#bytes, end);
        const isWhole = yield* walkScan(bits, this.#frame, scan);
        if (!isWhole || bits.dropRest() > SPARE_BYTES) return false;
        this.#at = bits.at;
      }
    }
    return false;
  }

  #isComplete(): boolean {
    return this.#frame?.components.every(({ id }) => this.#seen.has(id)) ?? false;
  }

  /** @returns false if there are more than a picture needs */
  #readTables(from: number, end: number): boolean {
    for (let at = from; at < end; ) {
      this.#readTablesCount += 1;
      if (this.#readTablesCount > MAX_TABLES) return false;
      const { codes, length } = readCodes(this.#bytes, at + 1);
      this.#tables.set(this.#bytes[at] as number, codes);
      at += 1 + length;
    }
    return true;
  }

  #readFrame(marker: number, from: number): Frame | undefined {
    const [height, width] = [this.#word(from + 1), this.#word(from + 3)];
    const count = this.#bytes[from + 5] ?? 0;
    if (count > MAX_CHANNELS) return undefined;
    if (!isCommonFrame(marker) || height === 0 || width === 0) return undefined;
    const listed = Array.from({ length: count }, (_, index) => {
      const at = from + 6 + 3 * index;
      const sampling = this.#bytes[at + 1] ?? 0x11;
      return { id: this.#bytes[at] ?? 0, across: sampling >> 4, down: sampling & 15 };
    });
    const across = Math.max(...listed.map((one) => one.across));
    const down = Math.max(...listed.map((one) => one.down));
    if (listed.some((one) => one.across === 0 || one.down === 0)) return undefined;
    const isProgressive = marker === PROGRESSIVE;
    const unitsWide = Math.ceil(width / (8 * across));
    const unitsHigh = Math.ceil(height / (8 * down));
    const components = listed.map((one): Component => {
      const rowBlocks = unitsWide * one.across;
      const blocks = rowBlocks * unitsHigh * one.down;
      return {
        ...one,
        blocksWide: Math.ceil(Math.ceil((width * one.across) / across) / 8),
        blocksHigh: Math.ceil(Math.ceil((height * one.down) / down) / 8),
        rowBlocks,
        known: new Uint32Array(isProgressive ? 2 * blocks : 0),
        lowest: new Int8Array(64).fill(-1),
      };
    });
    return { isProgressive, unitsWide, unitsHigh, components };
  }

  #readScan(from: number): Scan | undefined {
    const bytes = this.#bytes;
    const count = bytes[from] ?? 0;
    const none = new Uint16Array(0x1_0000);
    const parts: Scan['parts'][number][] = [];
    for (let index = 0; index < count; index++) {
      const [id = 0, tables = 0] = bytes.subarray(from + 1 + 2 * index);
      const component = this.#frame?.components.find((one) => one.id === id);
      if (!component) return undefined;
      this.#seen.add(id);
      const dc = this.#tables.get(tables >> 4) ?? none;
      const ac = this.#tables.get(0x10 | (tables & 15)) ?? none;
      parts.push({ component, dc, ac });
    }
    const [first = 0, last = 63, steps = 0] = bytes.subarray(from + 1 + 2 * count);
    return { parts, first, last, high: steps >> 4, low: steps & 15, interval: this.#interval };
  }
}

/**
 * Says whether a JPEG has its whole picture. A cut-off file is often closed again, and viewers show it half
 * grey without an error. Codes are read but not drawn, in about two seconds for the largest picture. More
 * codes than blocks mean that it was overwritten. A JPEG that cannot be walked is refused, because the time
 * to draw it has no bound.
 *
 * @param pause is called about every 10 ms
 */
export async function isWholeJpeg(bytes: Uint8Array, pause: Pause): Promise<boolean> {
  const walk = new Segments(bytes).walk();
  for (;;) {
    const { done, value } = walk.next();
    if (done) return value;
    await pause();
  }
}
