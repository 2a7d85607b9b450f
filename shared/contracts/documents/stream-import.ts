import * as v from 'valibot';

/**
 * `streamImports/{fileKey}`: a report as it was taken. Its key is its SHA-256, and its period if only its name has
 * it.
 */
const schema = v.object({
  fileHash: v.string(),
  name: v.string(),
  source: v.string(),
  /** The version of the reader: a file read by an older one is read again. */
  reader: v.number(),
  /** `started`: an interrupted import, completed by running it again. `taken back`: nothing that it said counts. */
  state: v.picklist(['started', 'taken', 'taken back']),
  /** What the file was taken for: two songs can have equal files. */
  targets: v.array(v.string()),
  complete: v.boolean(),
  madeAt: v.number(),
  takenAt: v.number(),
  by: v.string(),
  /** Rows of the file: the last three add up to the first (N-INP-05). */
  rows: v.object({
    inFile: v.number(),
    taken: v.number(),
    waiting: v.number(),
    refused: v.number(),
  }),
  period: v.nullable(v.object({ start: v.string(), end: v.string() })),
});

export type StreamImport = v.InferOutput<typeof schema>;

export const readStreamImport = (value: unknown): StreamImport | undefined =>
  value === undefined ? undefined : v.parse(schema, value);
