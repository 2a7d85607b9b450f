/** Whether an address is that of an uploaded profile picture, which has the uid in it (R-REL-14): never published. */
export const isProfilePicture = (address: string): boolean =>
  /\/profile_pictures(%2f|\/)/i.test(address);

/** Where a user's picture lies in Storage. */
export const profilePicturePath = (uid: string): string => `profile_pictures/${uid}`;
