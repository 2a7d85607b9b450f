/** The public figures of the books; every account with US dollars belongs to one of them. */
export const bookFigures = [
  { key: 'cardPayments', side: 'in', name: 'Card payments' },
  { key: 'paidIn', side: 'in', name: 'Paid in by the owner' },
  { key: 'opening', side: 'in', name: 'Carried over from before the books' },
  { key: 'cardFees', side: 'out', name: 'Card fees, kept by Stripe' },
  { key: 'payouts', side: 'out', name: 'Paid out' },
  { key: 'backing', side: 'held', name: 'Held behind utility tokens' },
  { key: 'pool', side: 'held', name: 'Held in the reward pool' },
  { key: 'owed', side: 'owed', name: 'Owed to users' },
  { key: 'onTheWay', side: 'owed', name: 'Payouts on their way' },
  { key: 'debts', side: 'owed', name: 'Owed by users, after refunds' },
  { key: 'platform', side: 'earned', name: 'Earned by the platform' },
  { key: 'losses', side: 'earned', name: 'Lost to payments that were taken back' },
  { key: 'promised', side: 'earned', name: 'Promised for streams, paid by the platform' },
] as const;

export type BookFigure = (typeof bookFigures)[number]['key'];
export type BookSide = (typeof bookFigures)[number]['side'];

/** Accounts by name or prefix; with `true` the figure counts what left the account. */
const accountsOf: readonly (readonly [prefix: string, figure: BookFigure, leaves: boolean])[] = [
  ['world:card-fees', 'cardFees', false],
  ['world:card', 'cardPayments', true],
  ['world:owner', 'paidIn', true],
  ['world:opening', 'opening', true],
  ['world:transfers', 'payouts', false],
  ['backing', 'backing', false],
  ['pool', 'pool', false],
  ['platform', 'platform', false],
  ['losses', 'losses', false],
  ['promised', 'promised', false],
  ['owed:', 'owed', false],
  ['streams-due', 'owed', false],
  ['payout:', 'onTheWay', false],
  ['debt:', 'debts', false],
];

const belongs = (account: string, prefix: string): boolean =>
  prefix.endsWith(':') ? account.startsWith(prefix) : account === prefix;

/**
 * Returns the figure of an account's US dollars, and its sign.
 *
 * @throws Error for an account that no figure has
 */
export function findFigure(account: string): {
  readonly figure: BookFigure;
  readonly sign: 1 | -1;
} {
  for (const [prefix, figure, leaves] of accountsOf) {
    if (belongs(account, prefix)) return { figure, sign: leaves ? -1 : 1 };
  }
  throw new Error(`No figure of the public books has the account ${account}`);
}
