/** Whether a name is reserved by Firestore: between double underscores. */
export const isReserved = (name: string): boolean =>
  name.startsWith('__') && /^__.+__$/s.test(name);
