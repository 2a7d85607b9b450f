/**
 * The addresses of the portal's screens; all others are pages of the ledger. A test compares them with
 * firebase.json.
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

/**
 * The titles of screens. Screens titled by their content, such as `/buy`, have none. The portal's first
 * script does not load this table.
 */
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

export const isPortalPath = (address: string): boolean => pattern.test(address);

export const backTo = (path: string): string => `?next=${encodeURIComponent(path)}`;

export const loginFor = (path: string): string => `/login${backTo(path)}`;

export const isLogin = (pathname: string): boolean => /^\/(login|logout|signup)\b/.test(pathname);

/** Returns the address behind LOG IN in the bar; a login from there leads back to this screen. */
export function loginOn({ pathname, search }: { pathname: string; search: string }): string {
  // Login and signup already have the screen to return to in their query.
  if (isLogin(pathname)) return `/login${search}`;
  return isPortalPath(pathname) ? loginFor(pathname + search) : '/login';
}
