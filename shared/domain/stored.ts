import type { GenericSchema, InferOutput } from 'valibot';

/** The deeply read-only output of a schema: decisions make new values instead of changing stored ones. */
export type Stored<Schema extends GenericSchema> = Immutable<InferOutput<Schema>>;

type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;
