import type { Platform } from './platforms.ts';

export const platformNames: Readonly<Record<Platform, string>> = {
  spotify: 'Spotify',
  apple_music: 'Apple Music',
  amazon_music: 'Amazon Music',
  spndat: 'spndat',
};

/** The name of a platform on screen; of one that is not known, as it is stored. */
export const platformName = (platform: string): string =>
  (platformNames as Readonly<Record<string, string>>)[platform] ?? platform;
