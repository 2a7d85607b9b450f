/** Whether this is the long run (`npm run test:long`), which tries everything in full. */
export const isLong = process.env.DATCHAIN_LONG === '1';

/** A size that has two values: the one of `npm test`, and the one of `npm run test:long`. */
export const scale = (short: number, long: number): number => (isLong ? long : short);

/** A list that is gone through in full by `npm run test:long`; `npm test` takes the worst of it. */
export const sweep = <T>(worst: readonly T[], others: readonly T[]): readonly T[] =>
  isLong ? [...worst, ...others] : worst;
