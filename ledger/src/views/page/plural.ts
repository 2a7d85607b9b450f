import { formatCount } from '@datchain/shared/domain/format.ts';

/** '1 DAT', '1,204 DATS' */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
