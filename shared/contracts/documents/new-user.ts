export interface NewUser {
  readonly uid: string;
  /** As in the session: the rules compare them. */
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly accountType: 'Artist' | 'Fan';
  /** Empty for a fan. */
  readonly artistName: string;
  readonly city: string;
  readonly country: string;
  readonly state: string;
  readonly profileImageUrl: string;
}

/** A new `users/{uid}` with every field (R-REL-14), as the rules demand it. @param now the moment of the write */
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

/** The public part of it, `publicProfiles/{uid}`: an artist appears under the artist name alone. */
export const storeNewProfile = (user: NewUser) => ({
  username: user.username,
  name: user.artistName || user.name,
  profileImageUrl: user.profileImageUrl,
  accountType: user.accountType,
});

/** The uids of the accounts that every new user follows (R-REL-17), from `FIXED_USER_IDS`, split at commas. */
export const readFixedUserIds = (setting: string): string[] =>
  setting
    .split(',')
    .map((uid) => uid.trim())
    .filter(Boolean);

/** The counters of the Realtime Database that the owner writes, once (R-REL-14). */
export const zeroCounters = {
  credits: 0,
  stats: { totalSpns: 0, sales: { singles: 0, albums: 0, videos: 0 } },
} as const;
