import type { PortalPath } from '@datchain/shared/domain/portal-paths.ts';

/** Upper limits for the script of one portal route, in compressed kilobytes. */
export interface RouteBudget {
  readonly open: number;
  readonly press: number;
  /** The Firebase products loaded on opening; no others are allowed, because each is large. */
  readonly products: readonly string[];
  readonly pressProducts: readonly string[];
}

const PLAYER_KILOBYTES = 4;
const RECORDING_READER_KILOBYTES = 8;
const PICTURE_READER_KILOBYTES = 12;
const PDF_WRITER_KILOBYTES = 220;

const opens = (open: number, ...products: string[]): RouteBudget => ({
  open,
  press: PLAYER_KILOBYTES,
  products,
  pressProducts: [],
});

/**
 * Budgets by the router's path. The project sets those of login and wallet; no other may exceed the
 * wallet's.
 */
export const routeBudgets: Readonly<Record<PortalPath, RouteBudget>> = {
  '/login': opens(130, 'auth'),
  '/login/new-password': opens(134, 'auth'),
  '/logout': opens(130, 'auth'),
  '/tdc/block/:blockId': opens(188, 'auth', 'database'),
  '/orders/:orderId': opens(282, 'auth', 'database', 'firestore'),
  '/buy/:datId/:number': opens(282, 'auth', 'database', 'firestore'),
  '/wallet': opens(315, 'auth', 'database', 'firestore'),
  '/wallet/earnings': {
    ...opens(277, 'auth', 'database', 'firestore'),
    press: PDF_WRITER_KILOBYTES,
  },
  '/wallet/history': opens(232, 'auth', 'firestore'),
  '/wallet/receipt/:entryId': opens(233, 'auth', 'firestore'),
  '/wallet/proof': opens(155, 'auth'),
  '/wallet/dat/:datId': {
    ...opens(293, 'auth', 'database', 'firestore'),
    press: RECORDING_READER_KILOBYTES,
  },
  '/signup': { ...opens(132, 'auth'), press: 60, pressProducts: ['firestore', 'storage'] },
  '/account/page': opens(140, 'auth'),
  '/account': { ...opens(158, 'auth'), press: PICTURE_READER_KILOBYTES },
  '/notifications': opens(237, 'auth', 'firestore'),
  '/tell/:datId': opens(140, 'auth'),
  '/follow/:username': opens(140, 'auth'),
  '/desk': opens(287, 'auth', 'database', 'firestore'),
  '/desk/apply': opens(150, 'auth'),
  '/operator': opens(156, 'auth'),
  '/report/:datId': opens(145, 'auth'),
  '/cashout': opens(280, 'auth', 'database', 'firestore'),
  // Both include what loads only for users who may not release.
  '/release': { ...opens(246, 'auth'), press: 60, pressProducts: ['firestore', 'storage'] },
  '/view-dat-submission': { ...opens(163, 'auth'), press: 22, pressProducts: ['storage'] },
};
