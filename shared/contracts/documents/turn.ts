import * as v from 'valibot';

/** The id of a process's door for one guard, random and secret. */
const doorId = v.pipe(v.string(), v.uuid());

const turnSchema = v.object({
  owner: doorId,
  tickets: v.pipe(v.array(doorId), v.maxLength(1_000)),
});

/** The current and next writers of a guard, `turns/{guard}`; server only. */
export type Turn = v.InferOutput<typeof turnSchema>;

/** Reads a turn; undefined if the document is unreadable. */
export function readTurn(value: unknown): Turn | undefined {
  const parsed = v.safeParse(turnSchema, value);
  return parsed.success ? parsed.output : undefined;
}
