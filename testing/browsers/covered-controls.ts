// Functions here run in the page of any browser, so they use nothing from outside themselves.

/**
 * Waits until a page has a first heading with this text, shows no placeholders, and has not changed
 * for 300 ms.
 */
export async function untilDrawn(heading: string): Promise<void> {
  const QUIET_MILLIS = 300;
  const PATIENCE_MILLIS = 20_000;
  const startedAt = performance.now();
  let changedAt = startedAt;
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  await document.fonts.ready;
  const titleOf = () => document.querySelector('h1')?.textContent ?? '';
  const isDrawn = () => {
    const waiting = [...document.querySelectorAll('[class*="skeleton"], [aria-busy="true"]')];
    const isWhole = !waiting.some((each) => each.checkVisibility());
    return titleOf().includes(heading) && isWhole && performance.now() - changedAt > QUIET_MILLIS;
  };
  while (!isDrawn()) {
    if (performance.now() - startedAt > PATIENCE_MILLIS) {
      throw new Error(`${location.pathname} is not drawn: “${titleOf()}” for “${heading}”.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  observer.disconnect();
}

export interface Controls {
  readonly seen: number;
  /** A sentence for each control that a press at its centre misses. */
  readonly covered: readonly string[];
}

/**
 * Scrolls every visible control into view, and asks the browser which element a press at its centre
 * hits. Then opens everything the page can open (dialogs, menus, details) and checks inside.
 */
export async function coveredControls(): Promise<Controls> {
  const selector =
    'a[href], button, input, select, textarea, summary, iframe, [role="button"], [tabindex]:not([tabindex="-1"])';
  const nameOf = (element: Element | null): string => {
    if (!element) return 'nothing';
    const { classList, tagName, textContent } = element;
    const text = element.getAttribute('aria-label') ?? textContent ?? '';
    const kind = [tagName.toLowerCase(), ...classList].join('.');
    return `${kind} “${text.replace(/\s+/g, ' ').trim().slice(0, 40)}”`;
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const { pointerEvents, clipPath } = getComputedStyle(element);
    // Elements for screen readers only are clipped to a pixel; transparent ones can be pressed.
    const isThere = width > 1 && height > 1 && clipPath !== 'inset(50%)';
    const isPressed = pointerEvents !== 'none' && !element.closest('[inert]');
    return isThere && isPressed && element.checkVisibility({ visibilityProperty: true });
  };
  /** Returns the longest line of a control, because a link's text may wrap. */
  const longestLine = (element: Element): DOMRect =>
    [...element.getClientRects()].reduce((one, other) => (other.width > one.width ? other : one));
  const controlsIn = (part: ParentNode) => [...part.querySelectorAll(selector)].filter(isSeen);
  const seen = new Set<Element>();
  const covered: string[] = [];
  const lookAt = (control: Element) => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = longestLine(control);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isHit = control.contains(hit) || hit?.closest('label')?.control === control;
    if (!isHit) covered.push(`${nameOf(control)} lies under ${nameOf(hit)}`);
  };
  const look = (part: ParentNode) => {
    const unseen = () => controlsIn(part).filter((control) => !seen.has(control));
    // A page that redraws itself meanwhile replaces its controls by new ones.
    for (let controls = unseen(); controls.length > 0; controls = unseen()) {
      for (const control of controls) {
        seen.add(control);
        if (control.isConnected) lookAt(control);
      }
    }
  };
  look(document);
  const openers = controlsIn(document).filter((control) =>
    control.matches(
      '[commandfor], [popovertarget], [aria-expanded="false"], :not([open]) > summary',
    ),
  );
  for (const opener of openers as HTMLElement[]) {
    opener.click();
    // Only the opened element is examined, because it may cover other controls.
    const popover = document.getElementById(opener.getAttribute('popovertarget') ?? '');
    await new Promise(requestAnimationFrame);
    // A sliding element is pressed where it comes to rest.
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    );
    const dialog = document.querySelector<HTMLDialogElement>('dialog:modal');
    look(dialog ?? popover ?? opener.closest('details') ?? document);
    if (dialog) dialog.close();
    else opener.click();
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return { seen: seen.size, covered };
}

interface Row {
  readonly buys: string;
  /** The link that a press at the middle of each cell follows; '' for none. */
  readonly cells: readonly string[];
}

/**
 * Lists the rows of a DAT's page whose edition is for sale. The first cell links to the
 * certificate, the owner's name to their page.
 */
export function rowsForSale(): Row[] {
  const hrefOf = (element: Element | null | undefined) =>
    element?.closest('a')?.getAttribute('href') ?? '';
  const links = [...document.querySelectorAll('.edition-table .edition-buy')];
  return links.map((link) => {
    const cells = [...(link.closest('tr')?.querySelectorAll('td') ?? [])];
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    const hits = cells
      .filter((cell) => cell.checkVisibility() && !cell.querySelector('a:not(.edition-buy)'))
      .map((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return hrefOf(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    return { buys: hrefOf(link), cells: hits };
  });
}
