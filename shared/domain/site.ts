export const brandName = 'datchain';

/** The definition of a DAT on the first screen and in shared links (N-FST-01). */
export const whatADatIs = 'A DAT is a song in up to 20 numbered editions.';

export const howItIsPaid = 'Tokens pay for it; if you buy by card, we buy them for you.';

export const whatTheSiteHas = 'songs in numbered editions';

/** The chain's name; the DAT page adds `.com` (R-VIEW-03). */
export const chainName = 'datchain';

export const paymentProviderName = 'Stripe';

export const siteAddress = 'https://datchain.com';

export const contactAddress = 'hello@datchain.example';

/** The URL scheme of the phone app: `/mydat/profile/{id}?source=app` redirects to `datsapp://profile/{id}`. */
export const appScheme = 'datsapp';

/** The brand's link (R-NAV-06). */
export const brandHref = '/home';

/** The bell's link (N-PPL-04). */
export const bellHref = '/notifications';

/** The users who see a menu entry. `canRelease` and `cannotRelease` are signed in, on the release list or not. */
export type MenuAudience =
  | 'everyone'
  | 'signedOut'
  | 'signedIn'
  | 'canRelease'
  | 'cannotRelease'
  | 'operator';

export type PageEntry = {
  readonly kind: 'page';
  readonly label: string;
  readonly href: string;
  readonly audience: MenuAudience;
  /** The first path segments of screens inside this entry. */
  readonly sections: readonly string[];
};

export type ExternalLink = { readonly name: string; readonly kind: string; readonly href: string };

export type ExternalEntry = {
  readonly kind: 'external';
  readonly label: string;
  readonly links: readonly ExternalLink[];
};

export type MenuEntry = PageEntry | ExternalEntry;

/** The links of the three landing logos that are not the chain's own (R-LND-02). */
export const landingLinks = {
  musicBrand: { name: 'overtone', href: 'https://music.overtone.example' },
  chainBrand: { name: brandName, href: brandHref },
  recordLabel: { name: 'North Quay Records', href: 'https://www.northquay.example' },
} as const;

export const externalMarketplaces: readonly ExternalLink[] = [
  { name: 'overtone', kind: 'Music', href: landingLinks.musicBrand.href },
  { name: 'North Quay Records', kind: 'Label', href: landingLinks.recordLabel.href },
  { name: 'Doorlist', kind: 'Tickets', href: 'https://tickets.doorlist.example' },
  { name: 'Slow Frame', kind: 'Video', href: 'https://video.slowframe.example' },
  { name: 'Ada Okonjo', kind: 'Artist', href: 'https://adaokonjo.example' },
  { name: 'Marlow & the Tides', kind: 'Artist', href: 'https://marlowtides.example' },
  { name: 'Inês Duarte', kind: 'Artist', href: 'https://inesduarte.example' },
];

const page = (
  label: string,
  href: string,
  audience: MenuAudience = 'signedIn',
  sections: readonly string[] = [],
): PageEntry => ({ kind: 'page', label, href, audience, sections });

/** The top navigation, in order (R-NAV-02). The session entries come last, at the far end of the bar. */
export const menu: readonly MenuEntry[] = [
  page('TOKENS', '/home', 'everyone', ['home', 'tdc', 'orders']),
  page('DATS', '/dats', 'everyone', [
    'dats',
    'viewdat',
    'analytics',
    'profile',
    'mydat',
    'buy',
    'certificate',
    'tell',
  ]),
  page('WALLET', '/wallet', 'signedIn', ['wallet', 'cashout']),
  page('RELEASE', '/release', 'canRelease', ['release', 'view-dat-submission']),
  { kind: 'external', label: 'TDC MARKET PLACE', links: externalMarketplaces },
  page('ABOUT', '/about', 'everyone', ['about']),
];

export const sessionEntries: readonly PageEntry[] = [
  page('LOG IN', '/login', 'signedOut', ['login', 'signup']),
  page('LOG OUT', '/logout', 'signedIn', ['logout']),
];

export const ownPageHref = '/account/page';

/** The menu beside the bell, for signed-in users (N-FST-09). */
export const ownEntries: readonly PageEntry[] = [
  page('Account', '/account', 'signedIn', ['account']),
  page('Wallet', '/wallet'),
  page('Your page', ownPageHref),
  page('Earnings', '/wallet/earnings'),
  page('Notifications', bellHref),
  page('Desk', '/desk'),
  page('Operator', '/operator', 'operator'),
  page('Apply to release', '/desk/apply', 'cannotRelease'),
  page('Log out', '/logout'),
];

/** Returns the `aria-current` of a menu entry at `path`: 'page' on its own page, 'true' inside its section. */
export function currentMark(entry: PageEntry, path: string): 'page' | 'true' | undefined {
  // Fast path: this runs for every entry on tens of thousands of pages.
  const clean = (path.endsWith('/') ? path.replace(/\/+$/, '') : path) || '/';
  if (clean === entry.href) return 'page';
  const isIn = (section: string) =>
    clean.startsWith(section, 1) && [undefined, '/'].includes(clean[section.length + 1]);
  return entry.sections.some(isIn) ? 'true' : undefined;
}

export const footPages = [
  { path: '/activity', title: 'Activity' },
  { path: '/data', title: 'Data' },
  { path: '/books', title: 'Books' },
  { path: '/verify', title: 'Verify' },
  { path: '/help', title: 'Help' },
  { path: '/terms', title: 'Terms' },
  { path: '/risks', title: 'Risks' },
] as const;
