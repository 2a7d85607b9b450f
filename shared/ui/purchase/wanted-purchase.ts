/** What the address of a purchase screen says while its purchase is to open by itself. */
const WANTED = 'buy';

/** A purchase screen whose purchase opens by itself, once, with this quantity if there is one. */
export const wantedPurchase = (path: string, quantity = ''): string =>
  `${path}?${WANTED}=${encodeURIComponent(quantity)}`;

/** The login that leads back to a purchase, so that it is not forgotten. */
export const loginToBuy = (path: string, quantity?: string): string =>
  `/login?next=${encodeURIComponent(wantedPurchase(path, quantity))}`;

/**
 * The quantity of the purchase that this address asks for: '' if it names none, undefined if it asks
 * for no purchase.
 */
export function wantedQuantity(): string | undefined {
  const quantity = new URLSearchParams(location.search).get(WANTED) ?? undefined;
  return quantity === undefined || /^\d{1,9}$/.test(quantity) ? quantity : '';
}

/** The same, and the address asks no more: a reload opens nothing. */
export function takeWantedQuantity(): string | undefined {
  const quantity = wantedQuantity();
  if (quantity !== undefined) {
    const address = new URL(location.href);
    address.searchParams.delete(WANTED);
    history.replaceState(history.state, '', address);
  }
  return quantity;
}
