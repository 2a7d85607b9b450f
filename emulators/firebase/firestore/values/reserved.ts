/** Whether a name is one of Firestore's own: those between double underscores are. */
export const isReserved = (name: string): boolean =>
  name.startsWith('__') && /^__.+__$/s.test(name);
