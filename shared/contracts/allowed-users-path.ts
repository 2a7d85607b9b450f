/**
 * Firestore's list of who may release. In its own file because the portal's frame needs this path
 * and no other.
 */
export const allowedUsersPath = 'portalAllowedUsers/allowedUsers';
