import type { ScanBits } from './jpeg-bits.ts';

export interface Component {
  readonly id: number;
  /** How many of its blocks a unit has, side by side and one above the other. */
  readonly across: number;
  readonly down: number;
  /** Blocks that show something of the picture. */
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** Blocks of a row, with those that fill up the last unit. */
  readonly rowBlocks: number;
  /** Of a progressive picture: a bit for each of the 64 numbers of a block that is not nothing. */
  readonly known: Uint32Array;
  /** For each of the 64 numbers of a block, the lowest bit that came so far; -1 before its first scan. */
  readonly lowest: Int8Array;
}

export interface Frame {
  readonly isProgressive: boolean;
  /** Units of the picture, when a scan has several channels. */
  readonly unitsWide: number;
  readonly unitsHigh: number;
  readonly components: readonly Component[];
}

export interface Scan {
  readonly parts: readonly {
    readonly component: Component;
    readonly dc: Uint16Array;
    readonly ac: Uint16Array;
  }[];
  readonly first: number;
  readonly last: number;
  /** The bit below which the numbers came so far; 0 if the scan is their first. */
  readonly high: number;
  /** The lowest bit that the scan brings. */
  readonly low: number;
  /** Units between two restarts; 0 for none. */
  readonly interval: number;
}

/** Reads blocks, and forgets their values: whether they are there is all that counts. */
class Blocks {
  readonly #bits: ScanBits;
  readonly #scan: Scan;
  /** How many blocks more have nothing in this scan. */
  emptyRun = 0;

  constructor(bits: ScanBits, scan: Scan) {
    this.#bits = bits;
    this.#scan = scan;
  }

  /** A block of a picture that comes in one pass. */
  whole(dc: Uint16Array, ac: Uint16Array): void {
    const bits = this.#bits;
    bits.read(bits.symbol(dc));
    for (let at = 1; at < 64; at++) {
      const symbol = bits.symbol(ac);
      const size = symbol & 15;
      if (size === 0 && symbol !== 0xf0) return;
      at += symbol >> 4;
      bits.read(size);
    }
  }

  average(dc: Uint16Array): void {
    this.#bits.read(this.#scan.high > 0 ? 1 : this.#bits.symbol(dc));
  }

  /** The end of a run of blocks, after a symbol that begins one. */
  #run(power: number): void {
    this.emptyRun = 2 ** power + this.#bits.read(power);
  }

  details(ac: Uint16Array, known: Uint32Array, block: number): void {
    const { first, last } = this.#scan;
    if (this.emptyRun > 0) {
      this.emptyRun -= 1;
      return;
    }
    for (let at = first; at <= last; at++) {
      const symbol = this.#bits.symbol(ac);
      const [skipped, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && skipped < 15) {
        this.#run(skipped);
        this.emptyRun -= 1;
        return;
      }
      at += skipped;
      if (size > 0) {
        this.#bits.read(size);
        if (at < 64) known[block * 2 + (at >> 5)]! |= 1 << (at & 31);
      }
    }
  }

  moreDetails(ac: Uint16Array, known: Uint32Array, block: number): void {
    const { first, last } = this.#scan;
    const bits = this.#bits;
    const isKnown = (at: number) => ((known[block * 2 + (at >> 5)]! >>> (at & 31)) & 1) === 1;
    let at = first;
    while (this.emptyRun === 0 && at <= last && !bits.isOver) {
      const symbol = bits.symbol(ac);
      const size = symbol & 15;
      let skipped = symbol >> 4;
      if (size === 0 && skipped < 15) {
        this.#run(skipped);
        break;
      }
      bits.read(size);
      // Numbers that are known have a bit each, and do not count as skipped.
      for (; at <= last; at++) {
        if (isKnown(at)) bits.read(1);
        else if (skipped === 0) break;
        else skipped -= 1;
      }
      if (size > 0 && at <= last) known[block * 2 + (at >> 5)]! |= 1 << (at & 31);
      at += 1;
    }
    if (this.emptyRun === 0) return;
    for (; at <= last; at++) if (isKnown(at)) bits.read(1);
    this.emptyRun -= 1;
  }
}

/** Walking this many blocks takes about 10 ms. */
const PAUSE_BLOCKS = 100_000;

/** Walks a scan of a JPEG, and yields now and then to others. @returns whether it holds all its blocks */
export function* walkScan(bits: ScanBits, frame: Frame, scan: Scan): Generator<void, boolean> {
  const blocks = new Blocks(bits, scan);
  const { parts, first, interval, high } = scan;
  const read = ({ component, dc, ac }: Scan['parts'][number], block: number) => {
    if (!frame.isProgressive) blocks.whole(dc, ac);
    else if (first === 0) blocks.average(dc);
    else if (high > 0) blocks.moreDetails(ac, component.known, block);
    else blocks.details(ac, component.known, block);
  };
  const [alone] = parts.length === 1 ? parts : [];
  const wide = alone ? alone.component.blocksWide : frame.unitsWide;
  const units = wide * (alone ? alone.component.blocksHigh : frame.unitsHigh);
  for (let unit = 0; unit < units; unit++) {
    if (unit % PAUSE_BLOCKS === PAUSE_BLOCKS - 1) yield;
    if (interval > 0 && unit > 0 && unit % interval === 0) {
      bits.restart();
      blocks.emptyRun = 0;
    }
    const [x, y] = [unit % wide, Math.floor(unit / wide)];
    if (alone) read(alone, y * alone.component.rowBlocks + x);
    else {
      for (const part of parts) {
        const { across, down, rowBlocks } = part.component;
        for (let index = 0; index < across * down; index++) {
          const row = y * down + Math.floor(index / across);
          read(part, row * rowBlocks + x * across + (index % across));
        }
      }
    }
    if (bits.isOver) return false;
  }
  return true;
}
