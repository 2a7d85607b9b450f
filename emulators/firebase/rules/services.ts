/** A function that looks at a document of Firestore. */
export interface LookUp {
  /** What it answers: the document, or whether there is one. */
  readonly gives: 'document' | 'presence';
  /** The data as they are, or as the request would leave them. */
  readonly moment: 'before' | 'after';
}

/** What rules of one service have that the language alone has not. */
export interface Service {
  /** As it stands behind `service` in the file. */
  readonly name: string;
  /** By the name they are called by; each takes a path. */
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

/** The look-up of a name, if the service has one. */
export const findLookUp = ({ lookUps }: Service, name: string): LookUp | undefined =>
  Object.hasOwn(lookUps, name) ? lookUps[name] : undefined;
