type Json = Readonly<Record<string, unknown>>;

const root = '$DB/documents';
const up = (path: string, exists?: boolean, fields: Json = { a: { integerValue: '1' } }) => ({
  update: { name: `${root}/${path}`, fields },
  ...(exists === undefined ? {} : { currentDocument: { exists } }),
});
const remove = (path: string) => ({ delete: `${root}/${path}` });
const verify = (path: string, exists: boolean) => ({
  verify: `${root}/${path}`,
  currentDocument: { exists },
});
const version = { currentDocument: { updateTime: '2020-01-01T00:00:00Z' } };
const two = { a: { integerValue: '2' } };
const time = { fieldPath: 't', setToServerValue: 'REQUEST_TIME' };

/** Rules under which it shows what calls ask of them. */
export const rulesText = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /create/{x} { allow create, get; }
    match /update/{x} { allow update; }
    match /get/{x} { allow get; }
    match /paged/{x} { allow list: if request.query.limit <= 30; }
    match /unlimited/{x} { allow list: if request.query.limit == null; }
    match /steps/{x} {
      allow create: if request.resource.data.a == 1;
      allow update: if resource.data.a == 1 && request.resource.data.a == 2;
    }
    match /timed/{x} { allow write: if request.resource.data.t == request.time; }
    match /paired/{x} { allow write: if existsAfter(/databases/$(database)/documents/create/$(x)); }
    match /alone/{x} { allow write: if !exists(/databases/$(database)/documents/create/$(x)); }
  }
}`;

/** What is there before anyone asks. */
export const seeded = [up('create/there'), up('update/there'), up('paged/x'), up('steps/one')];

const commit = (title: string, ...writes: readonly unknown[]) => ({
  title,
  method: 'Commit',
  request: { database: '$DB', writes },
});

/** Calls of someone who is signed out; each meets the data as it was seeded. */
export const questions: readonly {
  readonly title: string;
  readonly method: string;
  readonly request: Json;
}[] = [
  commit('create, then update, is a creation', up('create/n'), up('create/n')),
  commit('so it is by conditions', up('create/n', false), up('create/n', true)),
  commit('the last state of a creation is judged', up('steps/n'), up('steps/n', true, two)),
  commit('nor is one in between', up('steps/n', undefined, two), up('steps/n')),
  commit('create, then delete, is a deletion', up('create/n'), remove('create/n')),
  commit('delete, then create', remove('create/there'), up('create/there')),
  commit('an update of what is there', up('steps/one', undefined, two)),
  commit('a creation of what is there', up('create/there', false)),
  commit('an update of nothing, allowed to create', up('create/n', true)),
  commit('an update of nothing, allowed to update', up('update/n', true)),
  commit('a creation of what is there, allowed to update', up('update/there', false)),
  commit('a version of nothing, allowed to update', { ...up('update/n'), ...version }),
  commit('a version of nothing, allowed to create', { ...up('create/n'), ...version }),
  commit('deleting nothing, denied', remove('update/none')),
  commit('verifying what may be got', verify('create/there', true)),
  commit('verifying that nothing is there', verify('get/none', false)),
  commit('verifying what may not be got', verify('update/there', true)),
  commit('nothing'),
  commit('one denial denies the batch', up('create/n'), up('elsewhere/n')),
  commit('request.time is the time of a transform', {
    update: { name: `${root}/timed/n`, fields: {} },
    updateTransforms: [time],
  }),
  commit('the state after the batch', up('paired/n'), up('create/n')),
  commit('the state after the batch, without the other', up('paired/n')),
  commit('the state before the batch', up('alone/n'), up('create/n')),
  commit('the state before the batch, with the other', up('alone/there')),
  commit('what is too long comes before rules', {
    update: {
      name: `${root}/elsewhere/n`,
      fields: { v: { stringValue: 'x'.repeat(1_048_488) } },
    },
  }),
  commit('so does what cannot be', up('elsewhere/n', false), up('elsewhere/n', false)),
  ...['create/there', 'create/none', 'update/there', 'update/none'].map((path) => ({
    title: `getting ${path}`,
    method: 'GetDocument',
    request: { name: `${root}/${path}` },
  })),
  {
    title: 'getting two, one denied',
    method: 'BatchGetDocuments',
    request: { database: '$DB', documents: [`${root}/create/there`, `${root}/update/there`] },
  },
  ...[{}, { pageSize: 5 }, { pageSize: 31 }].flatMap((page) =>
    ['paged', 'unlimited'].map((collectionId) => ({
      title: `listing ${collectionId} ${JSON.stringify(page)}`,
      method: 'ListDocuments',
      request: { parent: root, collectionId, ...page },
    })),
  ),
  ...[{}, { limit: 5 }, { limit: 31 }].flatMap((limit) =>
    ['paged', 'unlimited'].map((collectionId) => ({
      title: `querying ${collectionId} ${JSON.stringify(limit)}`,
      method: 'RunQuery',
      request: { parent: root, structuredQuery: { from: [{ collectionId }], ...limit } },
    })),
  ),
  {
    title: 'what is missing',
    method: 'ListDocuments',
    request: { parent: root, collectionId: 'paged', pageSize: 5, showMissing: true },
  },
  { title: 'collections', method: 'ListCollectionIds', request: { parent: root } },
  {
    title: 'a batch of single writes',
    method: 'BatchWrite',
    request: { database: '$DB', writes: [up('create/n')] },
  },
  { title: 'a transaction', method: 'BeginTransaction', request: { database: '$DB' } },
];

/** A message with the name of the database in place of `$DB`. */
export const inDatabase = <T>(message: T, database: string): T =>
  JSON.parse(JSON.stringify(message).replaceAll('$DB', database));
