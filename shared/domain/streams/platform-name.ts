import type { Platform } from './platforms.ts';

/** What platforms are called on screen. */
export const platformNames: Readonly<Record<Platform, string>> = {
  spotify: 'Spotify',
  apple_music: 'Apple Music',
  amazon_music: 'Amazon Music',
  spndat: 'spndat',
};

/** What a platform is called on screen; one that is not known, as it is stored. */
export const platformName = (platform: string): string =>
  (platformNames as Readonly<Record<string, string>>)[platform] ?? platform;
