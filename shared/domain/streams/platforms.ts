/** The platforms of streams: three in the analytics summary, and the chain's own player. */
export const platforms = ['spotify', 'apple_music', 'amazon_music', 'spndat'] as const;
export type Platform = (typeof platforms)[number];

/** This is a Map, because an object would find a platform called `constructor`. */
const spellings: ReadonlyMap<string, Platform> = new Map([
  ['spotify', 'spotify'],
  ['apple', 'apple_music'],
  ['apple music', 'apple_music'],
  ['amazon', 'amazon_music'],
  ['amazon music', 'amazon_music'],
  ['spndat', 'spndat'],
]);

export const readPlatform = (text: string): Platform | undefined =>
  spellings.get(
    text
      .trim()
      .toLowerCase()
      .replace(/[_\s]+/g, ' '),
  );

export type Store =
  | { readonly kind: 'platform'; readonly platform: Platform }
  /** Sells copies, which are not streams. */
  | { readonly kind: 'sales' }
  | { readonly kind: 'elsewhere' }
  /** A store not seen before; guessing could add it to someone's figures. */
  | { readonly kind: 'unknown' };

const elsewhere =
  /^(deezer|tidal|youtube|google play|pandora|tiktok|resso|facebook|instagram|meta\b|snap|soundcloud|napster|rhapsody|iheart|qobuz|anghami|boomplay|netease|tencent|kkbox|jiosaavn|saavn|gaana|yandex|joox|claro|audiomack|peloton|mixcloud|line music|awa\b|melon|bugs|flo\b|vevo|twitch|trebel|slacker|medianet|kuack|lickd|roblox)/;

export function readStore(name: string): Store {
  const store = name.trim().toLowerCase().replace(/\s+/g, ' ');
  if (/^spotify\b/.test(store)) return { kind: 'platform', platform: 'spotify' };
  if (store.includes('apple music')) return { kind: 'platform', platform: 'apple_music' };
  if (/^(itunes|apple itunes)/.test(store)) return { kind: 'sales' };
  if (store.startsWith('amazon')) return readAmazon(store);
  if (elsewhere.test(store)) return { kind: 'elsewhere' };
  return { kind: 'unknown' };
}

function readAmazon(store: string): Store {
  if (/\b(mp3|disc on demand)\b/.test(store)) return { kind: 'sales' };
  // "Amazon Cloud …" exists; whether it streams is unknown.
  if (/cloud/.test(store)) return { kind: 'unknown' };
  return /\b(music|unlimited|prime|premium)\b/.test(store)
    ? { kind: 'platform', platform: 'amazon_music' }
    : { kind: 'unknown' };
}
