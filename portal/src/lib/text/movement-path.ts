/** Where one movement stands in a group of the history. */
export const movementPath = (group: string, entryId: string): string =>
  `/wallet/history?show=${group}#${encodeURIComponent(entryId)}`;
