/** The path of the release list. It has its own file, so that the portal's frame loads no other paths. */
export const allowedUsersPath = 'portalAllowedUsers/allowedUsers';
