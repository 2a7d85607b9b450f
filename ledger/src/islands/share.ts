const STAY_MS = 6000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Short news at the bottom of the page; it stays while it is pointed at. */
function toast(text: string): void {
  const region = document.getElementById('toast');
  if (!region) return;
  const news = document.createElement('div');
  news.className = 'toast';
  news.textContent = text;
  region.replaceChildren(news);
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (news.matches(':hover') ? leave() : news.remove()), STAY_MS);
  };
  leave();
}

async function copyLink(said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(said);
  } catch {
    // Refused, or a page without the right to: the address can still be copied by hand.
    prompt('Copy this link:', location.href);
  }
}

async function shareToFeed(): Promise<void> {
  if (!navigator.share) return copyLink('Link copied. Paste it into your feed.');
  // Leaving the browser's own sheet without a choice is no failure.
  await navigator.share({ title: document.title, url: location.href }).catch(() => {});
}

/** A message on a phone, an e-mail elsewhere. */
const messageHref = (): string => {
  const text = encodeURIComponent(`${document.title}\n${location.href}`);
  return matchMedia('(pointer: coarse)').matches
    ? `sms:?&body=${text}`
    : `mailto:?subject=${encodeURIComponent(document.title)}&body=${text}`;
};

/** Makes the choices of More Options work, and logs each (SPEC §2). */
export function shareLinks(): void {
  const dialog = document.getElementById('more');
  if (!(dialog instanceof HTMLDialogElement)) return;
  dialog.querySelector('a')?.setAttribute('href', messageHref());
  dialog.addEventListener('click', ({ target }) => {
    const choice = target instanceof HTMLElement && target.dataset.share;
    if (!choice) return;
    console.log(target.textContent);
    // News appears below an open dialog.
    dialog.close();
    if (choice === 'copy') void copyLink('Link copied.');
    if (choice === 'feed') void shareToFeed();
  });
}
