import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The page that is being made; each of its pieces gets ids of its own. */
const pieces = new WeakMap<object, number>();

/**
 * Draws the React pieces of Astro's pages. No browser takes them over, so they need no marks of
 * React; and each is drawn once and in one go, where Astro's own renderer draws it a first time to
 * find out whether it is React and then as a stream. It halves what a page costs.
 */
export default {
  name: 'static-react',
  // Nothing here marks the places of children, so there is nothing to search the markup for.
  supportsAstroStaticSlot: true,
  check: (component: unknown): boolean => typeof component === 'function',
  renderToStaticMarkup(
    this: { result?: object } | undefined,
    component: FunctionComponent<Record<string, unknown>>,
    props: Record<string, unknown>,
    slots: Record<string, unknown>,
  ) {
    if (Object.keys(slots).length > 0) {
      throw new Error(
        `${component.name} has children in an .astro file: put them into a component.`,
      );
    }
    const page = this?.result ?? {};
    const piece = pieces.get(page) ?? 0;
    pieces.set(page, piece + 1);
    const html = renderToStaticMarkup(createElement(component, props), {
      identifierPrefix: `p${piece}`,
    });
    return { html };
  },
};
