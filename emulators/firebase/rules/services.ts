export interface LookUp {
  readonly gives: 'document' | 'presence';
  /** The data as they are, or as the request would leave them. */
  readonly moment: 'before' | 'after';
}

/** The parts of a service that the rules language itself lacks. */
export interface Service {
  readonly name: string;
  readonly lookUps: Readonly<Record<string, LookUp>>;
}

export const storageService: Service = {
  name: 'firebase.storage',
  lookUps: {
    'firestore.get': { gives: 'document', moment: 'before' },
    'firestore.exists': { gives: 'presence', moment: 'before' },
  },
};

export const firestoreService: Service = {
  name: 'cloud.firestore',
  lookUps: {
    get: { gives: 'document', moment: 'before' },
    exists: { gives: 'presence', moment: 'before' },
    getAfter: { gives: 'document', moment: 'after' },
    existsAfter: { gives: 'presence', moment: 'after' },
  },
};

export const findLookUp = ({ lookUps }: Service, name: string): LookUp | undefined =>
  Object.hasOwn(lookUps, name) ? lookUps[name] : undefined;
