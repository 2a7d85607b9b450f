import type { ScanBits } from './jpeg-bits.ts';

export interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** Blocks in a row, including those that pad the last unit. */
  readonly rowBlocks: number;
  /** In a progressive picture: a bit for each nonzero coefficient of the 64 in a block. */
  readonly known: Uint32Array;
  /** The lowest bit read so far of each of the 64 coefficients; -1 before their first scan. */
  readonly lowest: Int8Array;
}

export interface Frame {
  readonly isProgressive: boolean;
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
  /** The bit down to which earlier scans read the coefficients; 0 for their first scan. */
  readonly high: number;
  readonly low: number;
  /** Units between two restarts; 0 without restarts. */
  readonly interval: number;
}

/** Reads blocks and discards their values: only their presence matters. */
class Blocks {
  readonly #bits: ScanBits;
  readonly #scan: Scan;
  emptyRun = 0;

  constructor(bits: ScanBits, scan: Scan) {
    this.#bits = bits;
    this.#scan = scan;
  }

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
      // Nonzero coefficients have a bit each, and do not count as skipped.
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

/**
 * Walks a scan of a JPEG and yields from time to time, so that others can run.
 *
 * @returns whether it has all its blocks
 */
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
