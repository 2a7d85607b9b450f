/** Whether a name is one of Firestore's own: those between double underscores are. */
export const isReserved = (name: string): boolean =>
  name.startsWith('__') && /^__.+__$/s.test(name);

/** Whether an id in a resource name is one of Firestore's own; documents may stand for numbers. */
export const isReservedId = (id: string, kind: 'collection' | 'resource'): boolean =>
  isReserved(id) && !(kind === 'resource' && /^__id-?\d+__$/.test(id));
