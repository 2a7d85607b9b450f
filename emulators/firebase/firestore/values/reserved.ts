export const isReserved = (name: string): boolean =>
  name.startsWith('__') && /^__.+__$/s.test(name);
