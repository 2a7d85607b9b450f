/**
 * Lets one press follow an artist, or ask to be told of a work, for whoever is signed in (N-FST-08). Nothing of it is
 * loaded for visitors, whom the screen asks to log in first.
 */
export function chooseAtOnce(): void {
  if (!document.documentElement.classList.contains('signed-in')) return;
  void import('@datchain/shared/ui/pressed-marker.ts').then(({ noteChoices }) => noteChoices());
}
