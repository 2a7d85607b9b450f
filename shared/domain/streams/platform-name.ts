import type { Platform } from './platforms.ts';

export const platformNames: Readonly<Record<Platform, string>> = {
  spotify: 'Spotify',
  apple_music: 'Apple Music',
  amazon_music: 'Amazon Music',
  spndat: 'spndat',
};

export const platformName = (platform: string): string =>
  (platformNames as Readonly<Record<string, string>>)[platform] ?? platform;
