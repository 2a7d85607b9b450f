export { setClockOffset } from '@datchain/functions/clock.ts';
export * from '@datchain/functions/index.ts';
