export interface DrivenBrowser {
  /** Sets the size of the viewport, in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Opens a URL; resolves after the page's load event. */
  readonly open: (url: string) => Promise<void>;
  /**
   * Runs a function in the page and returns its answer. The function sees only the page and its
   * arguments; arguments and answer travel as JSON.
   *
   * @throws errors of the function
   */
  readonly run: <Args extends readonly unknown[], Answer>(
    inPage: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ) => Promise<Answer>;
  /** Presses the primary mouse button at a point of the viewport, in CSS pixels. */
  readonly press: (x: number, y: number) => Promise<void>;
  /**
   * Returns the console errors and warnings of every page so far. Warnings start with "warning".
   */
  readonly complaints: () => readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Returns the source of a page function that takes its arguments as JSON text, and answers with
 * JSON text.
 */
export const toScript = (inPage: (...args: never[]) => unknown): string =>
  `async (args) => JSON.stringify([await (${inPage})(...JSON.parse(args))])`;

/** Parses the answer of such a function; undefined if it returned nothing. */
export const parseAnswer = <Answer>(text: unknown): Answer => JSON.parse(String(text))[0] as Answer;

/** Makes a press in the format shared by WebDriver and WebDriver BiDi. */
export const pressAt = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

export async function pressOn(browser: DrivenBrowser, selector: string): Promise<void> {
  const [x, y] = await browser.run((first) => {
    const element = document.querySelector(first);
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    return [left + width / 2, top + height / 2] as const;
  }, selector);
  await browser.press(x, y);
}
