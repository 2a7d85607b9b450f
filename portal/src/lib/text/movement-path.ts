/** Returns the address of a movement within a group of the history. */
export const movementPath = (group: string, entryId: string): string =>
  `/wallet/history?show=${group}#${encodeURIComponent(entryId)}`;
