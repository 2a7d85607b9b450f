/** Firestore's list of who may release. It has a file of its own: the portal's frame needs no other path. */
export const allowedUsersPath = 'portalAllowedUsers/allowedUsers';
