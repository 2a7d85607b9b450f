/** Says whether an address is an uploaded profile picture. It contains the uid (R-REL-14) and is never published. */
export const isProfilePicture = (address: string): boolean =>
  /\/profile_pictures(%2f|\/)/i.test(address);

export const profilePicturePath = (uid: string): string => `profile_pictures/${uid}`;
