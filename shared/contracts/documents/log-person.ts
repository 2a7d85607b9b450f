import * as v from 'valibot';

const personSchema = v.object({
  /** 32 bytes in hexadecimal, never published. */
  salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  person: v.string(),
  isUnnamed: v.boolean(),
  /** True while public data may not reflect the choice. */
  isPending: v.optional(v.boolean(), false),
});

export type LogPerson = v.InferOutput<typeof personSchema>;

export const readPerson = (stored: unknown): LogPerson => v.parse(personSchema, stored);

const choiceSchema = v.pick(personSchema, ['person', 'isUnnamed']);

export type LogChoice = v.InferOutput<typeof choiceSchema>;

/** Reads the choice without the secret, also from a copy that lacks it. */
export const readChoice = (stored: unknown): LogChoice => v.parse(choiceSchema, stored);
