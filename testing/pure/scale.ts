/** Whether this is the long run (`npm run test:long`), which tries everything in full. */
export const isLong = process.env.DATCHAIN_LONG === '1';

/** Picks a size: the first for `npm test`, the second for `npm run test:long`. */
export const scale = (short: number, long: number): number => (isLong ? long : short);

/** Picks a list: `npm test` only tries the worst cases, `npm run test:long` all of them. */
export const sweep = <T>(worst: readonly T[], others: readonly T[]): readonly T[] =>
  isLong ? [...worst, ...others] : worst;
