let sound: HTMLAudioElement | undefined;

/**
 * All of the player that a page has before the first press (N-SND-03). Browsers let sound start
 * only during the press itself: it starts here, and the player loads meanwhile.
 */
export function pressToPlay(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-preview]');
    if (!button) return;
    sound ??= new Audio();
    // The document says where previews are, and the button which one it is: this file loads no
    // other.
    const address = `${document.documentElement.dataset.previews}${button.dataset.preview}`;
    const isOther = sound.src !== address;
    if (isOther) sound.src = address;
    if (isOther || sound.paused) sound.play().catch(() => {});
    else sound.pause();
    const own = sound;
    // Vite wraps an import that names what it takes in a function of its own, on every page.
    void import('./player.ts').then((player) => player.follow(own, button));
  });
}
