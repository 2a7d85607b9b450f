const STAY_MILLIS = 6000;
let timer: ReturnType<typeof setTimeout> | undefined;

function toast(text: string): void {
  const region = document.getElementById('toast');
  if (!region) return;
  const news = document.createElement('div');
  news.className = 'toast';
  news.textContent = text;
  region.replaceChildren(news);
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (news.matches(':hover') ? leave() : news.remove()), STAY_MILLIS);
  };
  leave();
}

async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    // Refused, or a page without the right to: it can still be copied by hand.
    prompt('Copy this:', text);
  }
}

const subject = (): string => document.title;
const message = (): string => `${subject()}\n${location.href}`;
const isPhone = (): boolean => matchMedia('(pointer: coarse)').matches;

const mailHref = (): string =>
  `mailto:?subject=${encodeURIComponent(subject())}&body=${encodeURIComponent(message())}`;

const otherWays = {
  feed: 'This browser cannot share to a feed. Copy this and paste it into yours.',
  message: 'Copy this and paste it into a message, or send it by e-mail.',
} as const;

function showWays(text: string): void {
  const ways = document.getElementById('share-ways');
  const words = document.getElementById('share-ways-text');
  const field = ways?.querySelector('input');
  if (!ways || !words || !field) return;
  words.textContent = text;
  field.value = message().replace('\n', ' ');
  ways.querySelector('a')?.setAttribute('href', mailHref());
  ways.hidden = false;
  field.focus();
  field.select();
}

/** Makes the choices of More Options work, and logs each (R-VIEW-08). */
export function shareLinks(): void {
  const dialog = document.getElementById('more');
  if (!(dialog instanceof HTMLDialogElement)) return;
  const texting = `sms:?&body=${encodeURIComponent(message())}`;
  dialog
    .querySelector('[data-share="message"]')
    ?.setAttribute('href', isPhone() ? texting : mailHref());
  dialog.addEventListener('close', () => {
    const ways = document.getElementById('share-ways');
    if (ways) ways.hidden = true;
  });
  dialog.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    const { share, way } = target.dataset;
    if (share) console.log(target.textContent);
    if (share === 'feed' && !navigator.share) return showWays(otherWays.feed);
    if (share === 'message' && !isPhone()) {
      event.preventDefault();
      return showWays(otherWays.message);
    }
    if (!share && !way) return;
    // News appears below an open dialog.
    dialog.close();
    if (share === 'copy') void copy(location.href, 'Link copied.');
    if (share === 'embed') void copy(dialog.querySelector('textarea')?.value ?? '', 'HTML copied.');
    if (way === 'copy') void copy(message().replace('\n', ' '), 'Copied.');
    // Leaving the browser's own sheet without a choice is not a failure.
    if (share === 'feed')
      void navigator.share({ title: subject(), url: location.href }).catch(() => {});
  });
}
