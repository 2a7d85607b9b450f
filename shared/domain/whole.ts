import * as v from 'valibot';

/** Whole numbers as they are stored: amounts in cents or micros, quantities, times in milliseconds. */
export const whole = v.pipe(v.number(), v.safeInteger());

/** The same, never below zero. */
export const count = v.pipe(whole, v.minValue(0));
