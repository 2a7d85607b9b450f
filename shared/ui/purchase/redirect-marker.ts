import { tabStore } from '../site-data.ts';

/** The session storage key that marks a tab on its way to the payment provider, or back from it. */
export const redirectMarkerKey = 'datchain.redirect';

export function setRedirectMarker(orderId: string | undefined): void {
  tabStore.setItem(redirectMarkerKey, orderId ?? '');
}

export function readRedirectMarker(): { readonly orderId: string } | undefined {
  const orderId = tabStore.getItem(redirectMarkerKey);
  return orderId === null ? undefined : { orderId };
}

export function clearRedirectMarker(): void {
  tabStore.removeItem(redirectMarkerKey);
}
