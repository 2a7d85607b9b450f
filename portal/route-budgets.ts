import type { PortalPath } from '@datchain/shared/domain/portal-paths.ts';

/** What a route of the portal may load at most: kilobytes of script, compressed. */
export interface RouteBudget {
  /** To open: the frame around every screen, and all that the screen asks for by itself. */
  readonly open: number;
  /** On a press, besides. */
  readonly press: number;
  /** The Firebase products that open with it, no others: each is large. */
  readonly products: readonly string[];
  readonly pressProducts: readonly string[];
}

/** A press on a play button brings the player. */
const PLAYER = 4;
/** A file that was chosen brings what reads it, before anything is sent. */
const READS_RECORDING = 8;
const READS_PICTURE = 12;
/** The button of a statement brings what writes the PDF file, with its typefaces. */
const WRITES_PDF = 220;

const opens = (open: number, ...products: string[]): RouteBudget => ({
  open,
  press: PLAYER,
  products,
  pressProducts: [],
});

/** By the router's path. Those of login and wallet are the project's; no other is above the wallet's. */
export const routeBudgets: Readonly<Record<PortalPath, RouteBudget>> = {
  '/login': opens(130, 'auth'),
  '/login/new-password': opens(134, 'auth'),
  '/logout': opens(130, 'auth'),
  '/tdc/block/:blockId': opens(188, 'auth', 'database'),
  '/orders/:orderId': opens(282, 'auth', 'database', 'firestore'),
  '/buy/:datId/:number': opens(282, 'auth', 'database', 'firestore'),
  '/wallet': opens(315, 'auth', 'database', 'firestore'),
  '/wallet/earnings': { ...opens(275, 'auth', 'database', 'firestore'), press: WRITES_PDF },
  '/wallet/history': opens(232, 'auth', 'firestore'),
  '/wallet/receipt/:entryId': opens(233, 'auth', 'firestore'),
  '/wallet/proof': opens(155, 'auth'),
  '/wallet/dat/:datId': { ...opens(293, 'auth', 'database', 'firestore'), press: READS_RECORDING },
  '/signup': { ...opens(132, 'auth'), press: 60, pressProducts: ['firestore', 'storage'] },
  '/account/page': opens(140, 'auth'),
  '/account': { ...opens(158, 'auth'), press: READS_PICTURE },
  '/notifications': opens(237, 'auth', 'firestore'),
  '/tell/:datId': opens(140, 'auth'),
  '/follow/:username': opens(140, 'auth'),
  '/desk': opens(287, 'auth', 'database', 'firestore'),
  '/desk/apply': opens(150, 'auth'),
  '/operator': opens(156, 'auth'),
  '/report/:datId': opens(145, 'auth'),
  '/cashout': opens(280, 'auth', 'database', 'firestore'),
  // Both with what only those load who may not release.
  '/release': { ...opens(246, 'auth'), press: 60, pressProducts: ['firestore', 'storage'] },
  '/view-dat-submission': { ...opens(163, 'auth'), press: 22, pressProducts: ['storage'] },
};
