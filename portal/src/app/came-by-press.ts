/** How this page was opened, as the browser tells it. */
export interface Opening {
  readonly referrer: string;
  /** The navigation that loaded the page; undefined where the browser keeps none. */
  readonly navigation: { readonly name: string; readonly type: string } | undefined;
  /** Where the portal is now: it moves between screens without a new page. */
  readonly href: string;
  readonly isVisible: boolean;
}

const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

/**
 * Whether a page was opened by pressing a link on a page of ours that `isSource` names by its path
 * (N-PPL-07). Another site can hide where a link of its own came from, but cannot name a page of ours: its
 * links, like typed addresses, reloads and going back, are no press.
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

/** Whether this page came by such a press; true once. */
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
