import { takeReleasedMarker } from '@datchain/shared/ui/released-marker.ts';
import { datHref, wholeSongHref } from '../../views/page/addresses.ts';

/** Shows an artist who comes from a release to the landing page (R-REV-05) that the song is out, with a link. */
export function tellRelease(): void {
  const news = document.getElementById('landing-news');
  const link = document.getElementById('landing-news-link');
  const text = document.getElementById('landing-news-text');
  const released = news && link && text && takeReleasedMarker();
  if (!released) return;
  text.textContent = `${released.songName} is out`;
  link.setAttribute('href', datHref(released.datId));
  const share = document.getElementById('landing-news-share');
  share?.setAttribute('href', wholeSongHref(released.datId));
  if (share) share.hidden = !released.isOwn;
  news.hidden = false;
}
