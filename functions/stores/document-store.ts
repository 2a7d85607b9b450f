/** A stored document: plain data. */
export type Data = Record<string, unknown>;

/** A document as read, with the version a later write is conditional on. */
export interface Versioned {
  readonly data: Data;
  readonly version: unknown;
}

/** One atomic write: all of it or nothing. */
export interface Batch {
  /** Must not exist yet. */
  readonly create: readonly { path: string; data: Data }[];
  /** Replaced only if nobody changed it since it was read at this version. */
  readonly replace: readonly { path: string; data: Data; version: unknown }[];
  /** Removed only if nobody changed it since it was read at this version. */
  readonly remove?: readonly { path: string; version: unknown }[];
  /** Added to whatever is there; the document is made when it is missing. */
  readonly increment: readonly Increment[];
}

/** Sums that are added to, and what the document says besides: always the same. */
export interface Increment {
  readonly path: string;
  readonly fields: Record<string, number>;
  readonly beside?: Data | undefined;
}

/**
 * Where the truth is kept. `write` answers 'conflict' when a condition did not hold and nothing was
 * written; any exception means that the outcome is not known.
 */
export interface DocumentStore {
  read(paths: readonly string[]): Promise<Map<string, Versioned>>;
  write(batch: Batch): Promise<'written' | 'conflict'>;
}
