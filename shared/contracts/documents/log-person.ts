import * as v from 'valibot';

const personSchema = v.object({
  /** 32 bytes in hex; never published. */
  salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  person: v.string(),
  /** Chose to be named nowhere in public. */
  isUnnamed: v.boolean(),
  /** Public data may not reflect the choice yet. */
  isPending: v.optional(v.boolean(), false),
});

export type LogPerson = v.InferOutput<typeof personSchema>;

export const readPerson = (stored: unknown): LogPerson => v.parse(personSchema, stored);

const choiceSchema = v.pick(personSchema, ['person', 'isUnnamed']);

export type LogChoice = v.InferOutput<typeof choiceSchema>;

/** The same without the secret: also of a copy that does not have it. */
export const readChoice = (stored: unknown): LogChoice => v.parse(choiceSchema, stored);
