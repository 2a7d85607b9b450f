export interface Opening {
  readonly referrer: string;
  readonly navigation: { readonly name: string; readonly type: string } | undefined;
  /** The current address: the portal changes screens without a page load. */
  readonly href: string;
  readonly isVisible: boolean;
}

const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

/**
 * Tells whether a press on a link of a page of ours, which `isSource` names by its path, opened
 * this page (N-PPL-07). Other sites can hide their referrer but cannot forge ours. Their links,
 * typed addresses, reloads and going back do not count.
 */
export function isPress(
  { referrer, navigation, href, isVisible }: Opening,
  isSource: (path: string) => boolean,
): boolean {
  const [from, opened, here] = [parsed(referrer), parsed(navigation?.name ?? ''), parsed(href)];
  return (
    isVisible &&
    navigation?.type === 'navigate' &&
    here !== undefined &&
    opened?.pathname === here.pathname &&
    from?.origin === here.origin &&
    isSource(from.pathname)
  );
}

let isTaken = false;

/** Tells whether this page was opened by such a press; true only once. */
export function takePress(isSource: (path: string) => boolean): boolean {
  if (isTaken) return false;
  const [navigation] = performance.getEntriesByType('navigation');
  isTaken = isPress(
    {
      referrer: document.referrer,
      navigation: navigation instanceof PerformanceNavigationTiming ? navigation : undefined,
      href: location.href,
      isVisible: document.visibilityState === 'visible',
    },
    isSource,
  );
  return isTaken;
}
