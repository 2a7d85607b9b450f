import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Override {
  readonly collectionGroup: string;
  readonly fieldPath: string;
  readonly indexes: readonly { readonly order?: string }[];
}

interface Indexes {
  readonly indexes: readonly {
    readonly collectionGroup: string;
    readonly fields: readonly { readonly fieldPath: string; readonly order: string }[];
  }[];
  readonly fieldOverrides: readonly Override[];
}

const file = new URL('./firestore.indexes.json', import.meta.url);
const { indexes, fieldOverrides } = JSON.parse(readFileSync(file, 'utf8')) as Indexes;

function isIndexed(collectionGroup: string, fieldPath: string): boolean {
  const settingOf = (path: string) =>
    fieldOverrides.find((one) => one.collectionGroup === collectionGroup && one.fieldPath === path);
  const setting = settingOf(fieldPath) ?? settingOf('*');
  return setting === undefined || setting.indexes.length > 0;
}

it.each([
  ['assetsSummary', 'assets'],
  ['musicSummaries', 'posts'],
  ['analyticsSummaries', 'spotify'],
  ['users', 'followers'],
  ['wallet', 'ownedDats'],
  ['works', 'ownedDats'],
  ['releases', 'songwriters'],
  ['guards', 'lots'],
  ['orders', 'checkout'],
  ['payouts', 'parts'],
  ['journal', 'postings'],
  ['lines', 'text'],
  ['checkpoints', 'text'],
  ['bookDays', 'figures'],
  ['datHistories', 'lines'],
  ['bookBalances', 'leaves'],
  ['bookCoins', 'text'],
  ['bookEntries', 'ids'],
  ['publicChanges', 'path'],
])('keeps the thousands of values in %s.%s out of the indexes', (collection, field) => {
  expect(isIndexed(collection, field)).toBe(false);
});

it.each([
  // Firestore writes 500 documents a second into an index that only grows at its end.
  ['journal', 'at'],
  ['datEvents', 'at'],
])('has no index of %s.%s alone, because its values only rise', (collection, field) => {
  expect(isIndexed(collection, field)).toBe(false);
});

it.each([
  ['users', 'username_lower'],
  ['works', 'datIds'],
  ['users', 'ArtistNameLower'],
  // A user's open orders, by uid and state: equalities join the indexes of their fields.
  ['orders', 'uid'],
  ['orders', 'state'],
  ['orders', 'dueAt'],
  ['payouts', 'uid'],
  ['payouts', 'state'],
  ['listings', 'uid'],
  ['releases', 'isDone'],
  ['releases', 'state'],
  ['releases', 'whole.dueAt'],
  ['datEvents', 'fromUid'],
  ['datEvents', 'toUid'],
  ['publicLogPeople', 'isPending'],
  ['recordingFacts', 'isPending'],
  ['bookDays', 'date'],
  ['bookBalances', 'generation'],
  ['bookBalances', 'part'],
  ['bookCoins', 'generation'],
  ['bookCoins', 'part'],
  ['bookEntries', 'generation'],
  ['bookEntries', 'part'],
  ['publicChanges', 'at'],
])('finds %s by %s', (collection, field) => {
  expect(isIndexed(collection, field)).toBe(true);
});

it.each([
  [
    'entries that are not projected yet, oldest first',
    'journal',
    ['projected', 'ASCENDING'],
    ['shard', 'ASCENDING'],
    ['at', 'ASCENDING'],
  ],
  [
    'entries that the public log has not numbered yet, oldest first',
    'journal',
    ['seq', 'ASCENDING'],
    ['shard', 'ASCENDING'],
    ['at', 'ASCENDING'],
  ],
  ['the journal of a time', 'journal', ['shard', 'ASCENDING'], ['at', 'ASCENDING']],
  [
    'the history of one DAT by kinds, newest first',
    'datEvents',
    ['datId', 'ASCENDING'],
    ['kind', 'ASCENDING'],
    ['at', 'DESCENDING'],
    ['version', 'DESCENDING'],
    ['edition', 'DESCENDING'],
  ],
  [
    'the movements of some kinds, newest first',
    'movements',
    ['kind', 'ASCENDING'],
    ['at', 'DESCENDING'],
  ],
  ['orders in review, oldest first', 'orders', ['state', 'ASCENDING'], ['createdAt', 'ASCENDING']],
  [
    'applications that wait, oldest first',
    'applications',
    ['state', 'ASCENDING'],
    ['at', 'ASCENDING'],
  ],
  ['open reports, oldest first', 'reports', ['state', 'ASCENDING'], ['at', 'ASCENDING']],
  ['wishes for a DAT, oldest first', 'wishes', ['datId', 'ASCENDING'], ['at', 'ASCENDING']],
  ['e-mail that is due, oldest first', 'mails', ['state', 'ASCENDING'], ['at', 'ASCENDING']],
  [
    'the newest closed day of the public books',
    'bookDays',
    ['isClosed', 'ASCENDING'],
    ['date', 'DESCENDING'],
  ],
] as const)('finds %s', (_, collectionGroup, ...fields) => {
  expect(indexes).toContainEqual({
    collectionGroup,
    queryScope: 'COLLECTION',
    fields: fields.map(([fieldPath, order]) => ({ fieldPath, order })),
  });
});

it('sets each field once', () => {
  const names = fieldOverrides.map((one) => `${one.collectionGroup}.${one.fieldPath}`);
  expect(new Set(names).size).toBe(names.length);
});
