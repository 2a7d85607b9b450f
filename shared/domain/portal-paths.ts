/**
 * The addresses of the portal's screens; every other one is a page of the ledger. firebase.json is tested against
 * it.
 */
export const portalPaths = [
  '/login',
  '/login/new-password',
  '/logout',
  '/signup',
  '/tdc/block/:blockId',
  '/orders/:orderId',
  '/buy/:datId/:number',
  '/wallet',
  '/wallet/earnings',
  '/wallet/history',
  '/wallet/receipt/:entryId',
  '/wallet/proof',
  '/wallet/dat/:datId',
  '/account',
  '/account/page',
  '/notifications',
  '/tell/:datId',
  '/follow/:username',
  '/desk',
  '/desk/apply',
  '/operator',
  '/report/:datId',
  '/cashout',
  '/release',
  '/view-dat-submission',
] as const;

export type PortalPath = (typeof portalPaths)[number];

/** None where a screen is named by what it shows, such as `/buy`. The first script of the portal does without. */
export const screenTitles = {
  '/login': 'Log in',
  '/login/new-password': 'New password',
  '/logout': 'Logging out…',
  '/signup': 'Sign up',
  '/tdc/block/:blockId': undefined,
  '/orders/:orderId': 'Order',
  '/buy/:datId/:number': undefined,
  '/wallet': 'Wallet',
  '/wallet/earnings': 'Earnings',
  '/wallet/history': 'History',
  '/wallet/receipt/:entryId': 'Receipt',
  '/wallet/proof': 'Your balance in the books',
  '/wallet/dat/:datId': undefined,
  '/account': 'Account',
  '/account/page': 'Your page',
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
} as const satisfies Readonly<Record<PortalPath, string | undefined>>;

const pattern = new RegExp(
  `^(?:${portalPaths.map((path) => path.replace(/:\w+/g, '[^/?]+')).join('|')})/?(?:\\?.*)?$`,
  's',
);

/** Whether an address of this site, with its query if it has one, opens a screen of the portal. */
export const isPortalPath = (address: string): boolean => pattern.test(address);

/** What the address of the login and of the signup ends in, so that they lead back to a screen. */
export const backTo = (path: string): string => `?next=${encodeURIComponent(path)}`;

/** The login that leads back to this screen. */
export const loginFor = (path: string): string => `/login${backTo(path)}`;

/** Whether an address is the login itself, the logout or the signup. */
export const isLogin = (pathname: string): boolean => /^\/(login|logout|signup)\b/.test(pathname);

/** Where LOG IN of the bar leads, so that a login from there comes back to this screen. */
export function loginOn({ pathname, search }: { pathname: string; search: string }): string {
  // The login itself and the signup remember for whom they were opened.
  if (isLogin(pathname)) return `/login${search}`;
  return isPortalPath(pathname) ? loginFor(pathname + search) : '/login';
}
