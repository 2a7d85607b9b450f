import type { StoredEntry } from '../stores/journal-entries.ts';

/** The kinds of things that a comparison reads by id. */
const kinds = ['users', 'blocks', 'orders', 'payouts', 'dats'] as const;
type Kind = (typeof kinds)[number];

/** Ids of what entries have changed. */
export type Subjects = Readonly<Record<Kind, ReadonlySet<string>>>;

const kindOfName: Readonly<Record<string, Kind>> = {
  user: 'users',
  owed: 'users',
  debt: 'users',
  works: 'users',
  block: 'blocks',
  queue: 'blocks',
  order: 'orders',
  payout: 'payouts',
  dat: 'dats',
};

const withoutPage = (name: string, id: string): string =>
  name === 'works' ? id.slice(0, id.lastIndexOf(':')) : id;

/** Splits `{name}:{id}`: an account, or a part of the truth that screens show. */
function* idsIn({
  id,
  kind,
  postings,
  touched,
  refs = {},
}: StoredEntry): Generator<[Kind, string]> {
  for (const text of [...postings.map(({ account }) => account), ...touched]) {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(0, colon));
    const found = kindOfName[name];
    if (found) yield [found, withoutPage(name, text.slice(colon + 1))];
  }
  if (refs.orderId !== undefined) yield ['orders', String(refs.orderId)];
  if (refs.datId !== undefined) yield ['dats', String(refs.datId)];
  // Some entries of an order or a payout post nothing to its account; ids that do not exist are ignored.
  const about = id.slice(id.indexOf(':') + 1);
  if (/^(order-|card-fee$|edition-missed$)/.test(kind)) yield ['orders', about];
  if (kind.startsWith('payout-')) yield ['payouts', about];
}

export class ChangedSubjects {
  readonly users = new Set<string>();
  readonly blocks = new Set<string>();
  readonly orders = new Set<string>();
  readonly payouts = new Set<string>();
  readonly dats = new Set<string>();

  add(entry: StoredEntry): void {
    for (const [kind, id] of idsIn(entry)) this[kind].add(id);
  }
}

/** Splits subjects into parts of at most `size` ids of each kind; at least one part. */
export function splitSubjects(subjects: Subjects, size: number): Subjects[] {
  const longest = Math.max(1, ...kinds.map((kind) => subjects[kind].size));
  return Array.from({ length: Math.ceil(longest / size) }, (_, part) => {
    const some = (kind: Kind) => new Set([...subjects[kind]].slice(part * size, (part + 1) * size));
    return {
      users: some('users'),
      blocks: some('blocks'),
      orders: some('orders'),
      payouts: some('payouts'),
      dats: some('dats'),
    };
  });
}
