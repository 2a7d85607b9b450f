import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server-legacy-browser';

/** Draws a body without React's client: the page's own script opens its dialogs. React escapes every text. */
export function drawStatic(container: Element, body: ReactNode): void {
  container.innerHTML = renderToStaticMarkup(body);
}
