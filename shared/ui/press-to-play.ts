let sound: HTMLAudioElement | undefined;

/**
 * Starts previews: the only part of the player that pages load before the first press (N-SND-03). Browsers
 * allow sound only during the press itself, so it starts here while the player loads.
 */
export function pressToPlay(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-preview]');
    if (!button) return;
    sound ??= new Audio();
    // The document has the folder's address, and the button the file, so this script imports nothing.
    const address = `${document.documentElement.dataset.previews}${button.dataset.preview}`;
    const isOther = sound.src !== address;
    if (isOther) sound.src = address;
    if (isOther || sound.paused) sound.play().catch(() => {});
    else sound.pause();
    const own = sound;
    // A destructured import would make Vite add a wrapper function to every page.
    void import('./player.ts').then((player) => player.follow(own, button));
  });
}
