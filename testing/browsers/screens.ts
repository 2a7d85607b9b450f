import {
  type PortalPath,
  portalPaths,
  screenTitles,
} from '@datchain/shared/domain/portal-paths.ts';
import { type PublicPage, publicPages } from '@datchain/shared/domain/public-pages.ts';

export const shownDat = {
  id: 'dat-night-bus-to-lagos',
  song: 'Night Bus to Lagos',
  artist: 'Ada Okonjo',
  creator: 'adaokonjo',
};

export type ScreenAddress = { path: string; heading: string };

export const emptyAddress = '/nothing-is-here';

export const emptyAddressComplaint = /404 .*\/nothing-is-here/;

const fixedPages: readonly PublicPage[] = publicPages;

export const ledgerScreens: readonly ScreenAddress[] = [
  ...fixedPages.map(({ path, title, heading = title }) => ({ path, heading })),
  { path: `/viewdat/${shownDat.id}`, heading: shownDat.song },
  { path: `/analytics/${shownDat.id}`, heading: shownDat.song },
  { path: `/certificate/${shownDat.id}`, heading: shownDat.song },
  { path: `/profile/${shownDat.creator}`, heading: shownDat.artist },
  { path: emptyAddress, heading: 'Not found' },
];

const parts = {
  blockId: '36',
  orderId: 'none',
  entryId: 'none',
  datId: shownDat.id,
  number: '7',
  username: 'adaokonjo',
};

type Untitled = {
  [path in PortalPath]: (typeof screenTitles)[path] extends undefined ? path : never;
}[PortalPath];

const headings: Readonly<Record<Untitled, string>> = {
  '/tdc/block/:blockId': 'Link 36',
  '/buy/:datId/:number': 'Buy DAT #7',
  '/wallet/dat/:datId': 'Your editions',
};

const leadsAway: readonly PortalPath[] = ['/logout', '/account/page'];

const titles: Readonly<Record<PortalPath, string | undefined>> = { ...screenTitles, ...headings };

export const portalScreens: readonly ScreenAddress[] = portalPaths
  .filter((path) => !leadsAway.includes(path))
  .map((path) => ({
    path: path.replace(/:(\w+)/g, (_, name: keyof typeof parts) => parts[name]),
    heading: titles[path] ?? '',
  }));

export const allScreens = [...ledgerScreens, ...portalScreens];
