/**
 * Titles of screens by how their addresses begin, the longer beginning first. Screens that are named by what
 * they show, such as `/buy`, have none before that is known.
 */
export const titles: readonly (readonly [start: string, title: string])[] = [
  ['/login/new-password', 'New password'],
  ['/login', 'Log in'],
  ['/logout', 'Logging out…'],
  ['/signup', 'Sign up'],
  ['/orders', 'Order'],
  ['/wallet/earnings', 'Earnings'],
  ['/wallet/history', 'History'],
  ['/wallet/receipt', 'Receipt'],
  ['/wallet/proof', 'Your balance in the books'],
  ['/wallet/dat', ''],
  ['/wallet', 'Wallet'],
  ['/account/page', 'Your page'],
  ['/account', 'Account'],
  ['/notifications', 'Notifications'],
  ['/tell', 'Tell me when one is for sale'],
  ['/follow', 'Follow an artist'],
  ['/desk/apply', 'Apply to release'],
  ['/desk', 'Desk'],
  ['/operator', 'Operator'],
  ['/report', 'Report a work'],
  ['/cashout', 'Cash Out'],
  ['/release', 'Release'],
  ['/view-dat-submission', 'Review release'],
];
