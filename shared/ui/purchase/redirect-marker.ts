import { tabStore } from '../site-data.ts';

/** Session storage key: this tab is on its way to the payment provider, or came back from it. */
export const redirectMarkerKey = 'datchain.redirect';

/** Leaves the marker, with the order it is about when that is known. */
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
