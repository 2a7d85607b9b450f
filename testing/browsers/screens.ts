import { type PortalPath, portalPaths } from '@datchain/shared/contracts/portal-paths.ts';
import { type PublicPage, publicPages } from '@datchain/shared/contracts/public-pages.ts';

/** A DAT of the demo world and its creator: what journeys look at when any would do. */
export const shownDat = {
  id: 'dat-night-bus-to-lagos',
  song: 'Night Bus to Lagos',
  artist: 'Ada Okonjo',
  creator: 'adaokonjo',
};

/** An address and the first heading of the screen that it opens. */
export type ScreenAddress = { path: string; heading: string };

export const emptyAddress = '/nothing-is-here';

/** What the browser says of it. */
export const emptyAddressComplaint = /404 .*\/nothing-is-here/;

const fixedPages: readonly PublicPage[] = publicPages;

/** What is prebuilt. */
export const ledgerScreens: readonly ScreenAddress[] = [
  ...fixedPages.map(({ path, title, heading = title }) => ({ path, heading })),
  { path: `/viewdat/${shownDat.id}`, heading: shownDat.song },
  { path: `/analytics/${shownDat.id}`, heading: shownDat.song },
  { path: `/certificate/${shownDat.id}`, heading: shownDat.song },
  { path: `/profile/${shownDat.creator}`, heading: shownDat.artist },
  { path: emptyAddress, heading: 'Not found' },
];

/** What an example of an address needs; the router's names. */
const parts = {
  blockId: '36',
  orderId: 'none',
  entryId: 'none',
  datId: shownDat.id,
  number: '7',
  username: 'adaokonjo',
};

const portalHeadings: Readonly<Record<PortalPath, string | undefined>> = {
  '/login': 'Log in',
  '/login/new-password': 'New password',
  // It leads elsewhere at once.
  '/logout': undefined,
  '/signup': 'Sign up',
  '/tdc/block/:blockId': 'Link 36',
  '/orders/:orderId': 'Order',
  '/buy/:datId/:number': 'Buy DAT #7',
  '/wallet': 'Wallet',
  '/wallet/earnings': 'Earnings',
  '/wallet/history': 'History',
  '/wallet/receipt/:entryId': 'Receipt',
  '/wallet/proof': 'Your balance in the books',
  '/wallet/dat/:datId': 'Your editions',
  '/account': 'Account',
  // It leads elsewhere at once, or to the login.
  '/account/page': undefined,
  '/notifications': 'Notifications',
  '/tell/:datId': 'Tell me when one is for sale',
  '/follow/:username': 'Follow an artist',
  '/desk': 'Desk',
  '/desk/apply': 'Apply to release',
  '/operator': 'Operator',
  '/report/:datId': 'Report a work',
  '/cashout': 'Cash Out',
  '/release': 'Release',
  '/view-dat-submission': 'Review release',
};

/** What the portal draws, for a visitor and for a fan alike. */
export const portalScreens: readonly ScreenAddress[] = portalPaths.flatMap((path) => {
  const heading = portalHeadings[path];
  return heading
    ? [{ path: path.replace(/:(\w+)/g, (_, name: keyof typeof parts) => parts[name]), heading }]
    : [];
});

export const allScreens = [...ledgerScreens, ...portalScreens];
