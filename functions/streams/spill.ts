import { appendFileSync, createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Plays } from '@datchain/shared/domain/streams/claims.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import type { Period } from '@datchain/shared/domain/streams/rows.ts';
import type { Work } from '@datchain/shared/domain/streams/work-names.ts';

/** A row that was understood, with what is needed of it later. */
export interface Understood {
  readonly line: number;
  readonly work: Work;
  /** Title and artist as the report spells them. */
  readonly label: string;
  /** Absent when the row only names a work. */
  readonly figure?: RowFigure;
}

/** The figure of a row. */
export interface RowFigure {
  readonly platform: Platform;
  readonly period: Period;
  readonly plays: Plays;
  readonly batch?: string;
}

const BYTES_PER_PART = 4 * 2 ** 20;
const MOST_PARTS = 512;
const BUFFER_CHARACTERS = 65_536;

/** A number from a text, the same in every run. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash;
}

/**
 * Items put aside on disk in parts: all with one key are in one part, and one part fits into memory
 * however long the file is.
 */
export class Spill<Item> {
  private readonly buffers: string[];
  private readonly folder: string;

  /** @param bytes the size of the file; @param folder an empty folder of its own */
  constructor(folder: string, bytes: number) {
    this.folder = folder;
    const parts = Math.min(MOST_PARTS, Math.ceil(bytes / BYTES_PER_PART) || 1);
    this.buffers = Array.from({ length: parts }, () => '');
  }

  private path(part: number): string {
    return join(this.folder, `part-${part}`);
  }

  private flush(part: number): void {
    appendFileSync(this.path(part), this.buffers[part] ?? '');
    this.buffers[part] = '';
  }

  add(key: string, item: Item): void {
    const part = numberOf(key) % this.buffers.length;
    const buffer = `${this.buffers[part]}${JSON.stringify(item)}\n`;
    this.buffers[part] = buffer;
    if (buffer.length > BUFFER_CHARACTERS) this.flush(part);
  }

  /** The parts, one after another, each in the order in which its items were added. */
  async *parts(): AsyncGenerator<AsyncIterable<Item>> {
    for (const part of this.buffers.keys()) {
      this.flush(part);
      yield itemsOf<Item>(this.path(part));
    }
  }
}

/** JSON has no LF of its own. Other signs that end lines elsewhere, such as U+2028, may stand in its texts. */
async function* itemsOf<Item>(path: string): AsyncGenerator<Item> {
  let rest = '';
  for await (const piece of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Item;
  }
}
