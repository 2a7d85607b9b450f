/**
 * Returns the address of the receipt of an edition's purchase, by its entry in the buyer's history.
 */
export const receiptPath = (entryId: string): string =>
  `/wallet/receipt/${encodeURIComponent(entryId).replaceAll('%3A', ':')}`;
