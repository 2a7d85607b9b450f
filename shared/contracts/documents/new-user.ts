export interface NewUser {
  readonly uid: string;
  /** The session's address: the rules compare the two. */
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly accountType: 'Artist' | 'Fan';
  /** '' for a fan. */
  readonly artistName: string;
  readonly city: string;
  readonly country: string;
  readonly state: string;
  readonly profileImageUrl: string;
}

/**
 * Makes a new `users/{uid}` with every field that the rules demand (R-REL-14).
 *
 * @param now the moment of the write
 */
export const storeNewUser = (user: NewUser, now: unknown) => ({
  id: user.uid,
  userId: user.uid,
  email: user.email,
  name: user.name,
  ArtistName: user.artistName,
  ArtistNameLower: user.artistName.toLowerCase(),
  username: user.username,
  username_lower: user.username.toLowerCase(),
  city: user.city,
  country: user.country,
  state: user.state,
  accountType: user.accountType,
  profileImageUrl: user.profileImageUrl,
  lastOperationTime: now,
  purchaseHistory: [],
  salesHistory: [],
  uploadedItems: [],
  purchasedItems: [],
  streamedSongs: [],
  streamedVideos: [],
  following: [],
  followers: [],
  purchasedMedia: [],
  ScreenSKN: 0,
  ScreenSKNpurchased: 0,
  albums: [],
  singles: [],
  videos: [],
  videoalbums: [],
});

/** Makes the public part, `publicProfiles/{uid}`: artists appear under their artist name only. */
export const storeNewProfile = (user: NewUser) => ({
  username: user.username,
  name: user.artistName || user.name,
  profileImageUrl: user.profileImageUrl,
  accountType: user.accountType,
});

/** Reads the uids that every new user follows (R-REL-17), from the comma-separated `FIXED_USER_IDS`. */
export const readFixedUserIds = (setting: string): string[] =>
  setting
    .split(',')
    .map((uid) => uid.trim())
    .filter(Boolean);

/** The counters of the Realtime Database, written once by their owner (R-REL-14). */
export const zeroCounters = {
  credits: 0,
  stats: { totalSpns: 0, sales: { singles: 0, albums: 0, videos: 0 } },
} as const;
