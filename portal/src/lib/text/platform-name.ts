const names: Readonly<Record<string, string>> = {
  spotify: 'Spotify',
  apple_music: 'Apple Music',
  amazon_music: 'Amazon Music',
};

/** What a platform is called on screen; one that is not known, as it is stored. */
export const platformName = (platform: string): string => names[platform] ?? platform;
