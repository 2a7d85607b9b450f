import { findEntryKind } from '@datchain/shared/domain/books/entry-kinds.ts';
import { spendableMicros } from '@datchain/shared/domain/books/lots.ts';
import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { accounts } from '@datchain/shared/domain/books/postings.ts';
import { centsToMicros, usdOfMicros } from '@datchain/shared/domain/money.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { settlementId } from '../journal/entries/settle.ts';
import { listingsIn, type Truth } from './balances.ts';

export interface ValueEntry {
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly postings: readonly {
    readonly account: string;
    readonly asset: string;
    readonly delta: number;
  }[];
}

/** An entry's changes for one user, in face value; the debt in US dollars. */
export interface FaceFact {
  readonly entryId: string;
  readonly kind: string;
  readonly at: number;
  readonly uid: string;
  readonly walletMicros: UsdMicros;
  readonly debtMicros: UsdMicros;
  /** Face that left the user's listings for the platform. */
  readonly listingsMicros: UsdMicros;
  /** Money that went to the card; negative if it came back. */
  readonly cardMicros: UsdMicros;
}

/**
 * Whether a posting counts here. Money to the card counts even alone: a refund that the platform alone bears is
 * a part of the price that went back.
 */
const isValue = ({ account, asset }: { account: string; asset: string }): boolean =>
  asset === 'FACE' || account.startsWith('debt:') || account === accounts.card;

/** Keeps only the postings that count; undefined for an entry without any. */
export function withValueOnly({ id, kind, at, postings }: ValueEntry): ValueEntry | undefined {
  const value = postings.filter(isValue);
  return value.length > 0 ? { id, kind, at, postings: value } : undefined;
}

const owner = /^(user|debt):(.+)/;

export function listFaceFacts(
  entry: ValueEntry,
  orderOf: ReadonlyMap<string, Order>,
): readonly FaceFact[] {
  const facts = new Map<string, { wallet: number; debt: number; listings: number }>();
  const of = (uid: string) => {
    const fact = facts.get(uid) ?? { wallet: 0, debt: 0, listings: 0 };
    facts.set(uid, fact);
    return fact;
  };
  const order = orderOf.get(entry.id);
  let card = 0;
  for (const { account, asset, delta } of entry.postings) {
    // Stryker disable next-line StringLiteral: A kind that was found has a user. Types do not know that.
    // Stryker disable next-line ArrayDeclaration: Its first element is skipped, so there is no kind.
    const [, kind, uid = ''] = owner.exec(account) ?? [];
    if (kind === 'user' && asset === 'FACE') of(uid).wallet += delta;
    if (kind === 'debt') of(uid).debt -= delta;
    if (order && account === accounts.card) card += delta;
    if (order && asset === 'FACE' && account.startsWith('queue:')) {
      of(order.uid).listings -= delta;
    }
  }
  if (order) of(order.uid);
  return [...facts].map(([uid, { wallet, debt, listings }]) => ({
    entryId: entry.id,
    kind: entry.kind,
    at: entry.at,
    uid,
    walletMicros: wallet,
    debtMicros: debt,
    listingsMicros: listings,
    cardMicros: uid === order?.uid ? card : 0,
  }));
}

export function ordersByEntry(orders: readonly Order[]): Map<string, Order> {
  return new Map(orders.flatMap((order) => order.clawbacks.map((id) => [id, order] as const)));
}

export interface Story {
  /** Face that came in: bought, taken over, or given back after a dispute was won. */
  came: UsdMicros;
  spent: UsdMicros;
  takenBack: UsdMicros;
  wallet: UsdMicros;
  total: UsdMicros;
  /** The least that can have been in the wallet during the current moment. */
  least: UsdMicros;
  /** Face that was in the wallet when its price became a debt, and is still there. */
  refunded: UsdMicros;
  /** Like `refunded`, but never reduced when the debt is paid or the tokens are spent. */
  everRefunded: UsdMicros;
  sold: UsdMicros;
}

class Stories {
  readonly all = new Map<string, Story>();
  readonly #returned = new Map<string, UsdMicros>();
  /** By order: the part of the moment's debts that is not for tokens. */
  readonly #beyond = new Map<string, UsdMicros>();
  readonly #orderOf: ReadonlyMap<string, Order>;
  readonly #isInOrder: boolean;

  constructor(orderOf: ReadonlyMap<string, Order>, isInOrder: boolean) {
    this.#orderOf = orderOf;
    this.#isInOrder = isInOrder;
  }

  of(uid: string): Story {
    const known = this.all.get(uid);
    if (known) return known;
    const amounts = { came: 0, spent: 0, sold: 0, takenBack: 0, wallet: 0, total: 0 };
    const story = { ...amounts, least: 0, refunded: 0, everRefunded: 0 };
    this.all.set(uid, story);
    return story;
  }

  #sendToCard(facts: readonly FaceFact[]): void {
    for (const { entryId, cardMicros } of facts) {
      const order = this.#orderOf.get(entryId);
      if (!order) continue;
      const before = this.#returned.get(order.id) ?? 0;
      const after = before + cardMicros;
      this.#returned.set(order.id, after);
      const excess = (micros: number) => Math.max(0, micros - centsToMicros(order.totalCents));
      const beyond = this.#beyond.get(order.id) ?? 0;
      this.#beyond.set(order.id, beyond + excess(after) - excess(before));
    }
  }

  /** Returns the part of a debt that is the price of tokens, without what went to the card beyond the price. */
  #debtForTokens({ debtMicros }: FaceFact, order: Order): UsdMicros {
    const beyond = Math.max(0, this.#beyond.get(order.id) ?? 0);
    const forTokens = Math.max(0, debtMicros - beyond);
    this.#beyond.set(order.id, beyond - (debtMicros - forTokens));
    return forTokens;
  }

  /**
   * Begins a moment. Its entries have no order: what leaves a wallet may have left first, and what goes to the
   * card may have gone first.
   */
  begin(moment: readonly FaceFact[]): void {
    this.#beyond.clear();
    if (!this.#isInOrder) this.#sendToCard(moment);
    for (const { uid } of moment) this.of(uid).least = this.of(uid).wallet;
    for (const { uid, walletMicros } of moment) this.of(uid).least += Math.min(0, walletMicros);
  }

  take(fact: FaceFact): void {
    const order = this.#orderOf.get(fact.entryId);
    const { kind, uid, walletMicros, debtMicros, listingsMicros } = fact;
    const story = this.of(uid);
    story.wallet += walletMicros;
    if (this.#isInOrder) story.least = story.wallet;
    const { face } = findEntryKind(kind);
    if (face !== 'stays') {
      story.total += walletMicros - listingsMicros;
      if (face === 'is taken back') story.takenBack += listingsMicros - walletMicros;
      else if (walletMicros < 0) story.spent -= walletMicros;
      else story.came += walletMicros;
    }
    if (this.#isInOrder) {
      this.#beyond.clear();
      this.#sendToCard([fact]);
    }
    const owedForTokens = order ? this.#debtForTokens(fact, order) : 0;
    if (kind === 'order-clawed-back') {
      const kept = Math.min(owedForTokens, Math.max(0, story.least - story.refunded));
      story.refunded += kept;
      story.everRefunded += kept;
    } else if (debtMicros < 0) {
      story.refunded = Math.max(0, story.refunded + debtMicros);
    }
    story.refunded = Math.min(story.refunded, story.total);
  }

  sell(uid: string, faceMicros: UsdMicros): void {
    const story = this.of(uid);
    story.total -= faceMicros;
    story.sold += faceMicros;
    story.refunded = Math.min(story.refunded, story.total);
  }
}

type Needs = Pick<Truth, 'users' | 'blocks' | 'queuePages' | 'holding'>;

function heldBy({ users, holding, ...queues }: Needs) {
  const held = new Map<string, { wallet: number; listed: number }>();
  const of = (uid: string) => {
    const one = held.get(uid) ?? { wallet: 0, listed: 0 };
    held.set(uid, one);
    return one;
  };
  for (const user of users) of(user.uid).wallet += spendableMicros(user);
  for (const { entry } of listingsIn(queues)) of(entry.sellerUid).listed += entry.faceMicros;
  for (const { parts } of holding) {
    for (const { sellerUid, faceMicros, source } of parts) {
      if (source !== PLATFORM) of(sellerUid).listed += faceMicros;
    }
  }
  return held;
}

const dollars = (micros: UsdMicros): string => `$${usdOfMicros(micros)}`;

/**
 * Follows every user's face value through the facts.
 *
 * @param facts in any order
 * @param isInOrder facts of one moment are in the order in which they were written
 */
export function faceStories(
  facts: readonly FaceFact[],
  orders: readonly Order[],
  isInOrder = false,
): ReadonlyMap<string, Story> {
  const stories = new Stories(ordersByEntry(orders), isInOrder);
  const settled = new Map(orders.map((order) => [settlementId(order.id), order]));
  const sorted = [...facts].sort((a, b) => a.at - b.at);
  for (const [index, fact] of sorted.entries()) {
    if (fact.at !== sorted[index - 1]?.at) {
      let end = index + 1;
      while (sorted[end]?.at === fact.at) end += 1;
      stories.begin(sorted.slice(index, end));
    }
    stories.take(fact);
    const order = settled.get(fact.entryId);
    if (order?.uid !== fact.uid) continue;
    for (const { source, sellerUid, faceMicros } of order.parts) {
      if (source !== PLATFORM) stories.sell(sellerUid, faceMicros);
    }
  }
  return stories.all;
}

/**
 * Checks for each user that face that came in equals held + listed + spent + sold + taken back. Also checks
 * that no one holds tokens whose price went back to the card.
 */
export function compareRefundedValue(
  facts: readonly FaceFact[],
  orders: readonly Order[],
  truth: Needs,
  isCompared: (uid: string) => boolean = () => true,
): string[] {
  const stories = faceStories(facts, orders);
  const held = heldBy(truth);
  const uids = [...new Set([...stories.keys(), ...held.keys()])].filter(isCompared).sort();
  return uids.flatMap((uid) => {
    const { came = 0, spent = 0, sold = 0, takenBack = 0, refunded = 0 } = stories.get(uid) ?? {};
    const { wallet = 0, listed = 0 } = held.get(uid) ?? {};
    const gone = wallet + listed + spent + sold + takenBack;
    return [
      ...(came === gone
        ? []
        : [`face of ${uid}: ${dollars(came)} came, ${dollars(gone)} is accounted for`]),
      ...(refunded > 0
        ? [`user ${uid}: holds ${dollars(refunded)} of tokens whose price was refunded`]
        : []),
    ];
  });
}
