import type { CardArt } from '@datchain/shared/ui/dat-card.tsx';
import { pictureUrl } from './picture-url.ts';

export const artSizes = {
  card: '(width < 600px) 45vw, (width < 900px) 30vw, 282px',
  featured: '(width < 600px) 92vw, (width < 900px) 62vw, 588px',
  embed: '160px',
  page: '(width < 600px) 100vw, (width < 1280px) 46vw, 564px',
} as const;

/** The site's own artwork exists in two sizes, with `-450` at the end of the name and without. */
const ownSleeve = /^(\/sleeves\/[^?#]+?)(?:-450)?\.webp$/;

/** Returns the smaller artwork, for places of at most 200 pixels. */
export const smallArt = (url: string): string | undefined =>
  pictureUrl(url)?.replace(ownSleeve, '$1-450.webp');

/** Returns the artwork with its sizes; undefined for an address that cannot be shown. */
export function makeCardArt(url: string, use: keyof typeof artSizes): CardArt | undefined {
  const src = pictureUrl(url);
  if (!src) return undefined;
  const stem = ownSleeve.exec(src)?.[1];
  if (!stem || src.endsWith('-450.webp')) return { src };
  return { src, srcSet: `${stem}-450.webp 450w, ${src} 900w`, sizes: artSizes[use] };
}
