/** Where a user's notifications and settings are: the bell is on every screen of the portal, and loads only these. */
export const notificationsPath = (uid: string): string => `users/${uid}/notifications`;
export const settingsPath = (uid: string): string => `users/${uid}/settings`;
