/**
 * Whether an address is that of an uploaded profile picture. It has the uid in it (SPEC §7, File
 * storage: profile_pictures/{uid}), so nothing that is published carries it.
 */
export const isProfilePicture = (address: string): boolean =>
  /\/profile_pictures(%2f|\/)/i.test(address);
