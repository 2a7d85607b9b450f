import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server-legacy-browser';

/**
 * Draws a body that no React needs to look after: the page's own script opens its dialogs. The
 * markup renderer is half the size of the client, and is all that a fallback page loads.
 * React escapes every text and attribute, so stored names stay text.
 */
export function drawStatic(container: Element, body: ReactNode): void {
  container.innerHTML = renderToStaticMarkup(body);
}
