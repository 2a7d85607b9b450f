/** What a test does with a browser, whichever protocol the browser speaks. */
export interface DrivenBrowser {
  /** Sets the size of the page's own area, in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Opens an address; resolves after the page's load event. */
  readonly open: (url: string) => Promise<void>;
  /**
   * Runs a function in the page and returns its answer. The function sees only the page and its
   * arguments; arguments and answer travel as JSON.
   *
   * @throws what the function throws
   */
  readonly run: <Args extends readonly unknown[], Answer>(
    inPage: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ) => Promise<Answer>;
  /** Presses the primary button of a mouse at a point of the page's area, in CSS pixels. */
  readonly press: (x: number, y: number) => Promise<void>;
  /** The errors and warnings in the console of every page so far. Warnings begin with the word. */
  readonly complaints: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** The text of a function of the page: takes its arguments as one JSON text, and answers with another. */
export const scriptOf = (inPage: (...args: never[]) => unknown): string =>
  `async (args) => JSON.stringify([await (${inPage})(...JSON.parse(args))])`;

/** What such a text has answered; a function without an answer says undefined. */
export const answerOf = <Answer>(text: unknown): Answer => JSON.parse(String(text))[0] as Answer;

/** A press, in the words of both WebDriver and WebDriver BiDi. */
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

/** Presses the middle of the first element that matches, wherever it is on the page. */
export async function pressOn(browser: DrivenBrowser, selector: string): Promise<void> {
  const [x, y] = await browser.run((first) => {
    const element = document.querySelector(first);
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    return [left + width / 2, top + height / 2] as const;
  }, selector);
  await browser.press(x, y);
}
