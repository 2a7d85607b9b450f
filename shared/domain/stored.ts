import * as v from 'valibot';

/** What a schema reads. Nobody changes it: a decision makes new values. */
export type Stored<Schema extends v.GenericSchema> = Immutable<v.InferOutput<Schema>>;

type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

/** A whole number that can be counted exactly. */
export const whole = v.pipe(v.number(), v.safeInteger());

/** The same, and not below zero. */
export const count = v.pipe(whole, v.minValue(0));
