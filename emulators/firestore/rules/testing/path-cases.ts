import { int, type Question, text, type World, type Write } from './questions.ts';

/** A rules file with these blocks, of a version, and what is asked of it. */
export interface PathCase {
  readonly version: '1' | '2';
  readonly blocks: string;
  readonly question: Question;
}

/** The documents that the cases below find. */
export const pathWorld: World = {
  'c/a': { x: int(1), y: int(2) },
  'c/a/d/b': { x: int(3) },
  'd/e': { x: int(4) },
};

const list = (collectionId: string, parent = '', isGroup = false, more: object = {}): Question => ({
  list: { from: [{ collectionId, allDescendants: isGroup }], ...more },
  parent,
});
const get = (path: string): Question => ({ get: path });
const commit = (...writes: Write[]): Question => ({ commit: writes });
const set = (path: string, fields = { x: int(5) }): Write => ({ set: path, fields });

const of = (version: '1' | '2', question: Question, ...blocks: string[]): PathCase[] =>
  blocks.map((each) => ({ version, blocks: each, question }));

const both = (question: Question, ...blocks: string[]): PathCase[] => [
  ...of('1', question, ...blocks),
  ...of('2', question, ...blocks),
];

const allow = (method: string, path: string, condition = 'true') =>
  `match ${path} { allow ${method}: if ${condition}; }`;
const documents = '/databases/$(database)/documents';

const named = (path: string) => ({
  where: {
    fieldFilter: {
      field: { fieldPath: '__name__' },
      op: 'EQUAL',
      value: { referenceValue: `projects/demo-rules/databases/(default)/documents/${path}` },
    },
  },
});

const lookUps = (count: number, call: string) =>
  Array.from({ length: count }, (_, at) => `!${call}(${documents}/none/n${at})`).join(' && ');

/** Which blocks speak for a path, and what a request has. */
export const pathCases: readonly PathCase[] = [
  ...both(
    get('c/a'),
    allow('get', '/c/{x=**}'),
    allow('get', '/c/a/{x=**}'),
    allow('get', '/c/{y}/{x=**}'),
    allow('get', '/{x=**}', 'x == /c/a'),
    allow('get', '/c/{x=**}', 'x == /a'),
    allow('get', '/c/{x=**}', "x == 'a'"),
    allow('get', '/c/{x=*}'),
    'match /{x=**} { match /a { allow get; } }',
    allow('get', '/c'),
    allow('get', '/c/{x}/{y}'),
  ),
  ...both(
    get('c/a/d/b'),
    allow('get', '/c/{x}'),
    allow('get', '/c/{x}/{y=**}'),
    allow('get', '/c/a/d/b'),
  ),
  ...of(
    '2',
    get('c/a/d/b'),
    allow('get', '/{x=**}/d/{y}', 'x == /c/a'),
    allow('get', '/{x=**}/d/{y}', "y == 'b'"),
    allow('get', '/{x=**}/c/{y}'),
    allow('get', '/c/{x=**}/b', 'x == /a/d'),
    'match /{x=**} { match /d/{id} { allow get: if x == /c/a; } }',
  ),
  ...of('2', get('d/e'), allow('get', '/{x=**}/d/{y}'), allow('get', '/c/{x=**}/d/{y}')),
  ...both(
    list('c'),
    allow('list', '/c/a'),
    allow('list', '/c'),
    allow('list', '/c/{id}'),
    allow('list', '/c/{id}', "id == 'a'"),
    allow('list', '/{x}/{id}', "x == 'c'"),
    allow('list', '/{x=**}'),
    allow('list', '/{x=**}', 'x is path'),
    allow('list', '/{x=**}', 'x == x'),
    allow('list', '/{x=**}', "x[0] == 'c'"),
    allow('list', '/c/{x=**}', 'x == /a'),
    allow('list', '/c/{id}/{x=**}'),
    allow('get', '/c/{id}'),
    allow('read', '/c/{id}'),
    allow('list', '/c/{id}', `request.path == ${documents}/c`),
    allow('list', '/c/{id}', `exists(${documents}/c/$(id))`),
    allow('list', '/c/{id}', `exists(${documents}/c/a)`),
    allow('list', '/c/{id}', `getAfter(${documents}/c/a).data.x == 1`),
  ),
  ...of(
    '2',
    list('d', 'c/a'),
    allow('list', '/c/{id}/d/{e}', "id == 'a'"),
    allow('list', '/{x=**}/d/{e}', 'x == /c/a'),
    allow('list', '/c/{x=**}', "x[0] == 'a'"),
    allow('list', '/d/{id}'),
  ),
  ...of(
    '2',
    list('d', '', true),
    allow('list', '/d/{id}'),
    allow('list', '/{x=**}/d/{id}'),
    allow('list', '/{x=**}'),
    allow('list', '/{x=**}/{y}'),
    allow('list', '/{x=**}/{y}/{z}', "y == 'd'"),
    allow('list', '/{x=**}/c/{id}'),
    allow('list', '/{a}/{b}'),
    allow('list', '/{a}/{b}/{c}'),
    allow('list', '/c/{id}/d/{e}'),
    allow('list', '/{x=**}/d/{id}', 'x is path'),
    allow('list', '/{x=**}/d/{id}', 'request.path is path'),
    'match /{x=**} { match /d/{id} { allow list; } }',
  ),
  ...of('1', list('d', '', true), allow('list', '/{x=**}'), allow('list', '/d/{id}')),
  ...of(
    '2',
    list('d', 'c/a', true),
    allow('list', '/c/{id}/d/{e}'),
    allow('list', '/c/{id}/{x=**}'),
    allow('list', '/c/{id}/{x=**}/d/{e}', "id == 'a'"),
    allow('list', '/c/b/{x=**}/d/{e}'),
    allow('list', '/{x=**}/d/{e}', 'x == /c/a'),
    'match /c/{x} { match /{y=**} { allow list; } }',
  ),
  ...[named('c/a'), named('c/none')].flatMap((query) =>
    of(
      '2',
      list('c', '', false, query),
      allow('list', '/c/{id}', "resource.id == 'a'"),
      allow('list', '/c/{id}', "id == 'a' || id == 'none'"),
      allow('list', '/c/{id}', 'resource == null'),
      allow('list', '/c/{id}', 'resource.data.x == 1'),
      allow('list', '/c/{id}', 'request.path[4] == id'),
      allow('list', '/c/a'),
      allow('get', '/c/{id}'),
    ),
  ),
  ...[
    commit(set('c/a')),
    commit(set('c/new')),
    commit({ delete: 'c/a' }),
    commit({ delete: 'c/new' }),
  ].flatMap((question) =>
    of(
      '2',
      question,
      ...['create', 'update', 'delete', 'get'].map((method) => allow(method, '/c/{id}')),
      ...[
        "request.resource.keys() == ['__name__', 'data', 'id']",
        'request.resource == null',
        'resource == null',
        "request.resource.data == {'x': 5}",
        'request.resource.__name__ == request.path',
        "'resource' in request",
        `getAfter(${documents}/c/$(id)).data.x == 5`,
        `get(${documents}/c/$(id)).data.x == 1`,
        `existsAfter(${documents}/c/$(id)) != exists(${documents}/c/$(id))`,
      ].map((condition) => allow('write', '/c/{id}', condition)),
    ),
  ),
  ...of(
    '2',
    commit({ set: 'c/a', fields: { z: text('new') }, isMerge: true }),
    allow('update', '/c/{id}', "request.resource.data == {'x': 1, 'y': 2, 'z': 'new'}"),
    allow('update', '/c/{id}', "request.resource.data == {'z': 'new'}"),
  ),
  ...of(
    '2',
    commit(set('c/new', { x: int(2) }), set('c/new', { x: int(3) })),
    allow('create', '/c/{id}', 'resource == null && request.resource.data.x == 3'),
    allow('create', '/c/{id}', 'request.resource.data.x == 2'),
  ),
  ...of(
    '2',
    commit(set('c/new'), { delete: 'c/new' }),
    allow('delete', '/c/{id}'),
    allow('create', '/c/{id}'),
  ),
  ...[10, 11].flatMap((count) => [
    ...of('2', get('c/a'), allow('get', '/c/{id}', lookUps(count, 'exists'))),
    ...of('2', commit(set('c/a')), allow('write', '/c/{id}', lookUps(count, 'existsAfter'))),
  ]),
  ...[1, 2, 3].flatMap((count) =>
    of(
      '2',
      commit(...['a', 'm', 'n'].slice(0, count).map((id) => set(`c/${id}`))),
      allow('write', '/c/{id}', lookUps(7, 'exists').replaceAll(/n(\d)\)/g, "$(id + '$1'))")),
      allow('write', '/c/{id}', lookUps(10, 'exists')),
    ),
  ),
];
