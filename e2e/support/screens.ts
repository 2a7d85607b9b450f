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

/** What is prebuilt. */
export const ledgerScreens: readonly ScreenAddress[] = [
  { path: '/', heading: 'datchain' },
  { path: '/home', heading: 'Tokens' },
  { path: '/about', heading: 'About' },
  { path: '/data', heading: 'Data' },
  { path: '/books', heading: 'Books' },
  { path: '/verify', heading: 'Verify' },
  { path: '/log-format', heading: 'The public log' },
  { path: '/activity', heading: 'Activity' },
  { path: '/activity/sales', heading: 'Sales' },
  { path: '/dats', heading: 'DATS' },
  { path: '/viewdat', heading: 'DAT' },
  { path: `/viewdat/${shownDat.id}`, heading: shownDat.song },
  { path: '/analytics', heading: 'Analytics' },
  { path: `/analytics/${shownDat.id}`, heading: shownDat.song },
  { path: `/certificate/${shownDat.id}`, heading: shownDat.song },
  { path: `/profile/${shownDat.creator}`, heading: shownDat.artist },
  { path: emptyAddress, heading: 'Not found' },
];

/** What the portal draws, for a visitor and for a fan alike. */
export const portalScreens: readonly ScreenAddress[] = [
  { path: '/login', heading: 'Log in' },
  { path: '/signup', heading: 'Sign up' },
  { path: '/wallet', heading: 'Wallet' },
  { path: '/wallet/earnings', heading: 'Earnings' },
  { path: '/wallet/history', heading: 'History' },
  { path: '/wallet/receipt/none', heading: 'Receipt' },
  { path: `/wallet/dat/${shownDat.id}`, heading: 'Your editions' },
  { path: '/tdc/block/36', heading: 'Link 36' },
  { path: '/orders/none', heading: 'Order' },
  { path: '/wallet/proof', heading: 'Your balance in the books' },
  { path: '/cashout', heading: 'Cash Out' },
  { path: '/release', heading: 'Release' },
  { path: '/view-dat-submission', heading: 'Review release' },
];

export const allScreens = [...ledgerScreens, ...portalScreens];
