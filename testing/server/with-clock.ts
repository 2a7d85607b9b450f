/** What the stacks of stack tests serve, made into one file: the functions, and the clock they go by. */
export { setClockOffset } from '@datchain/functions/clock.ts';
export * from '@datchain/functions/index.ts';
