export const movementPath = (group: string, entryId: string): string =>
  `/wallet/history?show=${group}#${encodeURIComponent(entryId)}`;
