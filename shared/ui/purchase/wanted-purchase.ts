/** The query parameter that makes a purchase screen open its purchase. */
const WANTED = 'buy';

/** Returns the address of a purchase screen that opens its purchase once, with this quantity if there is one. */
export const wantedPurchase = (path: string, quantity = ''): string =>
  `${path}?${WANTED}=${encodeURIComponent(quantity)}`;

export const loginToBuy = (path: string, quantity?: string): string =>
  `/login?next=${encodeURIComponent(wantedPurchase(path, quantity))}`;

/** Returns the quantity in this address: '' without one, undefined if the address opens no purchase. */
export function wantedQuantity(): string | undefined {
  const quantity = new URLSearchParams(location.search).get(WANTED) ?? undefined;
  return quantity === undefined || /^\d{1,9}$/.test(quantity) ? quantity : '';
}

/** Returns the quantity in this address and removes it, so that a reload opens nothing. */
export function takeWantedQuantity(): string | undefined {
  const quantity = wantedQuantity();
  if (quantity !== undefined) {
    const address = new URL(location.href);
    address.searchParams.delete(WANTED);
    history.replaceState(history.state, '', address);
  }
  return quantity;
}
