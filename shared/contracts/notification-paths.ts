/** The paths of a user's notifications and settings, in their own file because the bell is on every screen. */
export const notificationsPath = (uid: string): string => `users/${uid}/notifications`;
export const settingsPath = (uid: string): string => `users/${uid}/settings`;
