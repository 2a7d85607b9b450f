import type { GenericSchema, InferOutput } from 'valibot';

/** What a schema reads. It is never changed: a decision makes new values. */
export type Stored<Schema extends GenericSchema> = Immutable<InferOutput<Schema>>;

type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;
