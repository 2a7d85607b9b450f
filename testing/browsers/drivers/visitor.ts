import { expect } from '@playwright/test';
import type { StoredSession } from '../stored-session.ts';
import type { DrivenBrowser } from './driven-browser.ts';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export interface Visitor {
  readonly browser: DrivenBrowser;
  /** Opens a path of the site, or a URL. */
  readonly open: (path: string) => Promise<void>;
  readonly press: (name: RegExp) => Promise<void>;
  /** Types into the field with this label, or picks the value of a select. */
  readonly fill: (label: RegExp, value: string) => Promise<void>;
  readonly choose: (label: RegExp, file: ChosenFile) => Promise<void>;
  readonly sees: (text: RegExp) => Promise<void>;
  readonly isAt: (path: RegExp) => Promise<void>;
  readonly signIn: (session: StoredSession) => Promise<void>;
}

/**
 * Finds the point to press for a control with this name; undefined while no such control can be
 * pressed.
 */
async function spotOf(name: string): Promise<readonly [number, number] | undefined> {
  const pattern = new RegExp(name, 'u');
  const nameOf = (element: Element) =>
    (element.ariaLabel ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const part = document.querySelector('dialog:modal') ?? document;
  const controls = part.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), summary, label, [role="option"]',
  );
  const control = [...controls].find(
    (each) => pattern.test(nameOf(each)) && each.checkVisibility({ visibilityProperty: true }),
  );
  if (!control) return undefined;
  // A list of options closes when its page scrolls.
  const block = control.role === 'option' ? 'nearest' : 'center';
  control.scrollIntoView({ block, behavior: 'instant' });
  const look = () => {
    const { left, top, width, height } = control.getBoundingClientRect();
    return [left + width / 2, top + height / 2] as const;
  };
  const [x, y] = look();
  // While a page is still being drawn, the control could move away before the press.
  for (let times = 0; times < 5; times++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = look();
    if (!control.isConnected || now[0] !== x || now[1] !== y) return undefined;
  }
  return control.contains(document.elementFromPoint(x, y)) ? [x, y] : undefined;
}

/** Sets a field in a way that React notices. @returns whether the field exists */
function setField(label: string, value: string): boolean {
  const pattern = new RegExp(label, 'u');
  const fields = document.querySelectorAll<HTMLInputElement>('input, select, textarea');
  const field = [...fields].find((each) => {
    const names = [...(each.labels ?? [])].map(({ textContent }) => textContent?.trim());
    return [each.ariaLabel, ...names].some((name) => name && pattern.test(name));
  });
  if (!field || field.disabled) return false;
  field.focus();
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
  return true;
}

function setFile(label: string, file: { name: string; type: string; base64: string }): boolean {
  const pattern = new RegExp(label, 'u');
  const fields = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  const field = [...fields].find(({ labels, ariaLabel }) =>
    [ariaLabel, ...[...(labels ?? [])].map(({ textContent }) => textContent?.trim())].some(
      (name) => name && pattern.test(name),
    ),
  );
  if (!field) return false;
  const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
  const carried = new DataTransfer();
  carried.items.add(new File([bytes], file.name, { type: file.type, lastModified: 1 }));
  field.files = carried.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/**
 * Resolves once the page has finished loading, because a browser complains about pending loads when
 * its page is left. Pages that keep loading are left after some seconds.
 */
async function settle(): Promise<void> {
  const startedAt = performance.now();
  const wait = () => new Promise((resolve) => setTimeout(resolve, 100));
  const loaded = () => performance.getEntriesByType('resource').length;
  let [seen, quiet] = [loaded(), 0];
  while (quiet < 3 && performance.now() - startedAt < 5_000) {
    await wait();
    const isLoading =
      document.readyState !== 'complete' ||
      [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy');
    quiet = isLoading || loaded() > seen ? 0 : quiet + 1;
    seen = loaded();
  }
}

/** Complaints of Firestore's SDK about a page that is left while it listens. */
const saidOnLeaving = /@firebase\/firestore|google\.com\/images\/cleardot/;

export const listComplaints = (browser: DrivenBrowser): readonly string[] =>
  browser.complaints().filter((text) => !saidOnLeaving.test(text));

export function visitorWith(browser: DrivenBrowser, origin: string): Visitor {
  /** Retries until there is an answer. During a navigation no script runs in the page. */
  async function until<Answer>(ask: () => Promise<Answer>, what: string): Promise<Answer> {
    let answer: Answer | undefined;
    const hasAnswer = async () => {
      answer = await ask().catch(() => undefined);
      return Boolean(answer);
    };
    await expect.poll(hasAnswer, what).toBe(true);
    return answer as Answer;
  }
  const settled = () => browser.run(settle).catch(() => {});
  const open = async (path: string) => {
    await settled();
    await browser.open(new URL(path, origin).href);
  };
  return {
    browser,
    open,
    press: async (name) => {
      await settled();
      const spot = await until(() => browser.run(spotOf, name.source), `a control ${name}`);
      await browser.press(...(spot as readonly [number, number]));
    },
    fill: async (label, value) => {
      await until(() => browser.run(setField, label.source, value), `a field ${label}`);
    },
    choose: async (label, { name, mimeType, buffer }) => {
      const file = { name, type: mimeType, base64: buffer.toString('base64') };
      await until(() => browser.run(setFile, label.source, file), `a field ${label}`);
    },
    sees: async (text) => {
      const read = () => browser.run(() => document.body.innerText).catch(() => '');
      await expect.poll(read).toMatch(text);
    },
    isAt: async (path) => {
      await expect.poll(() => browser.run(() => location.pathname).catch(() => '')).toMatch(path);
    },
    signIn: async ({ items }) => {
      // A page without our scripts, which would react to the stored login.
      await open('/robots.txt');
      await browser.run((all) => {
        localStorage.clear();
        for (const { name, value } of all) localStorage.setItem(name, value);
      }, items);
    },
  };
}
