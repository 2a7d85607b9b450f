/** Session storage key: this tab is on its way to the payment provider, or came back from it. */
export const redirectMarkerKey = 'datchain.redirect';

/** Leaves the marker, with the order it is about when that is known. */
export function setRedirectMarker(orderId: string | undefined): void {
  sessionStorage.setItem(redirectMarkerKey, orderId ?? '');
}

export function readRedirectMarker(): { readonly orderId: string } | undefined {
  const orderId = sessionStorage.getItem(redirectMarkerKey);
  return orderId === null ? undefined : { orderId };
}

export function clearRedirectMarker(): void {
  sessionStorage.removeItem(redirectMarkerKey);
}
