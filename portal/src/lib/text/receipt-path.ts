export const receiptPath = (entryId: string): string =>
  `/wallet/receipt/${encodeURIComponent(entryId).replaceAll('%3A', ':')}`;
