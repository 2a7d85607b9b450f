/** The readers of one kind of journal entry. A missing column means that the reader gets nothing. */
interface EntryKindRow {
  /** The label on the page of the books; absent if the entries move none of its figures. */
  readonly inBooks?: string;
  /** The kinds of public log lines that an entry can have. */
  readonly lines?: readonly string[];
  readonly movements?: readonly string[];
  readonly events?: readonly string[];
  /** Set if users earn by such entries; others only move earlier earnings. */
  readonly earns?: true;
  /** Whether moved face stays with its owner or is taken back with its price; otherwise face is issued or removed. */
  readonly face?: 'stays' | 'is taken back';
}

/** All kinds of journal entries. Add a kind here first: tables over kinds without it are then type errors. */
export const entryKinds = {
  'opening-wallet': {
    inBooks: 'wallets carried over',
    movements: ['earned-before'],
    earns: true,
  },
  'opening-pool': { inBooks: 'pool carried over' },
  'opening-dat': {
    inBooks: 'DATS carried over',
    lines: ['opening-release', 'opening-sale', 'opening-listing', 'opening-cancellation'],
    movements: ['earned-before'],
    events: ['released', 'sold', 'listed', 'unlisted'],
    earns: true,
  },
  'tokens-issued': { lines: ['token-issue'] },
  'tokens-withdrawn': { lines: ['token-withdrawal'] },
  'tokens-listed': {
    lines: ['token-listing'],
    movements: ['tokens-listed'],
    face: 'stays',
  },
  'tokens-unlisted': {
    lines: ['token-cancellation'],
    movements: ['tokens-unlisted'],
    face: 'stays',
  },
  'order-reserved': {},
  'order-session': {},
  'order-settled': {
    inBooks: 'token purchases paid',
    lines: ['token-sale'],
    movements: ['tokens-bought', 'tokens-sold'],
    earns: true,
  },
  'order-ended': { face: 'stays' },
  'order-refunded': { movements: ['payment-returned'] },
  'order-review': {},
  'order-closed': { movements: ['payment-returned'], face: 'stays' },
  'order-clawed-back': {
    inBooks: 'refunds and disputes',
    lines: ['payment-correction', 'reward-issue'],
    movements: ['payment-refunded', 'payment-disputed'],
    face: 'is taken back',
  },
  'order-reinstated': {
    inBooks: 'refunds and disputes reversed',
    lines: ['payment-correction'],
    movements: ['payment-reinstated'],
  },
  'order-return-changed': {
    inBooks: 'disputes of payments that were returned before',
    movements: ['payment-disputed', 'payment-reinstated'],
  },
  'order-recovered': {
    inBooks: 'tokens of a refund that came back later',
    lines: ['payment-correction'],
    movements: ['payment-recovered'],
    face: 'is taken back',
  },
  'card-fee': { inBooks: 'card fees' },
  'owner-paid-in': { inBooks: 'payments of the owner' },
  'dat-minted': { lines: ['release'], events: ['released'] },
  'dat-taken-down': { lines: ['takedown'], events: ['taken-down'] },
  'dat-restored': { lines: ['restoration'], events: ['restored'] },
  'edition-sold': {
    inBooks: 'editions sold',
    lines: ['sale', 'resale'],
    movements: ['edition-bought', 'edition-sold', 'royalty'],
    events: ['sold'],
    earns: true,
  },
  'edition-missed': {},
  'edition-listed': {
    lines: ['listing'],
    movements: ['edition-listed'],
    events: ['listed'],
  },
  'edition-unlisted': {
    lines: ['cancellation'],
    movements: ['edition-unlisted'],
    events: ['unlisted'],
  },
  'edition-given': {
    lines: ['gift'],
    movements: ['edition-given', 'edition-received'],
    events: ['given'],
  },
  'streams-distributed': {
    inBooks: 'stream earnings shared',
    lines: ['streams', 'stream-correction'],
  },
  'streams-posted': {
    inBooks: 'stream earnings taken back',
    movements: ['stream-earnings', 'stream-correction'],
    earns: true,
  },
  'rewards-claimed': { lines: ['reward-issue'], movements: ['rewards-claimed'] },
  'payout-held': { inBooks: 'payouts requested', movements: ['payout-requested'] },
  'payout-unknown': {},
  'payout-paid': { inBooks: 'payouts paid', movements: ['payout-paid'] },
  'payout-returned': {
    inBooks: 'payouts that could not be paid',
    movements: ['payout-returned'],
  },
  'payout-reversed': {
    inBooks: 'payouts returned by the bank',
    movements: ['payout-reversed'],
  },
  'debt-paid': { inBooks: 'debts paid from earnings', movements: ['debt-paid'] },
  'rest-waived': {
    inBooks: 'too little to be paid out, given up by who closed an account',
    movements: ['rest-waived'],
  },
  'account-closed': {},
} as const satisfies Readonly<Record<string, EntryKindRow>>;

export type EntryKind = keyof typeof entryKinds;

export type KindWith<Column extends keyof EntryKindRow> = {
  [Kind in EntryKind]: Column extends keyof (typeof entryKinds)[Kind] ? Kind : never;
}[EntryKind];

/** Returns the row of a stored kind; an empty row for an unknown kind. */
export const findEntryKind = (kind: string): EntryKindRow =>
  Object.hasOwn(entryKinds, kind) ? entryKinds[kind as EntryKind] : {};
