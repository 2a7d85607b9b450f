/** The bundle served by the stacks of stack tests: the functions, and their clock. */
export { setClockOffset } from '@datchain/functions/clock.ts';
export * from '@datchain/functions/index.ts';
