import * as v from 'valibot';

/** An imported report, `streamImports/{fileKey}`. The key is its SHA-256, with the period if only its name has it. */
const schema = v.object({
  fileHash: v.string(),
  name: v.string(),
  source: v.string(),
  /** The version of the reader: a file read by an older version is read again. */
  reader: v.number(),
  /** `started`: interrupted, completed by a second run. `taken back`: none of its figures count. */
  state: v.picklist(['started', 'taken', 'taken back']),
  /** The songs or artists the file was imported for: two songs can have equal files. */
  targets: v.array(v.string()),
  complete: v.boolean(),
  madeAt: v.number(),
  takenAt: v.number(),
  by: v.string(),
  /** The rows of the file: the last three sum to the first (N-INP-05). */
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
