/** Firestore's list of who may release. Alone here: the portal's frame asks for it, and for no other path. */
export const allowedUsersPath = 'portalAllowedUsers/allowedUsers';
