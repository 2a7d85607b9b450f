import * as v from 'valibot';

/** A door: made up by each process for each guard, and told to no one. */
const doorId = v.pipe(v.string(), v.uuid());

const turnSchema = v.object({
  owner: doorId,
  tickets: v.pipe(v.array(doorId), v.maxLength(1_000)),
});

/** Whose turn it is to write a guard, and who is next: `turns/{guard}`. Closed to browsers. */
export type Turn = v.InferOutput<typeof turnSchema>;

/** The turn, or undefined when the document says nothing that can be understood. */
export function readTurn(value: unknown): Turn | undefined {
  const parsed = v.safeParse(turnSchema, value);
  return parsed.success ? parsed.output : undefined;
}
