/**
 * Whether an address is that of an uploaded profile picture. It has the uid in it
 * (`profile_pictures/{uid}`, R-REL-14), so nothing that is published carries it.
 */
export const isProfilePicture = (address: string): boolean =>
  /\/profile_pictures(%2f|\/)/i.test(address);

/** Where a user's picture lies in Storage. */
export const profilePicturePath = (uid: string): string => `profile_pictures/${uid}`;
