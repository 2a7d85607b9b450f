import * as v from 'valibot';

/** A stored whole number: cents, micros, a quantity or a time in milliseconds. */
export const whole = v.pipe(v.number(), v.safeInteger());

export const count = v.pipe(whole, v.minValue(0));
