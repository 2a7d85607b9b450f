/**
 * In place of the package re2js, which Firestore's SDK brings to weigh text against the patterns of
 * its pipelines. This site asks none, so that no one loads 45 KB more before a wallet opens: what
 * the SDK asks of the engine the browser's own one does.
 */
export const RE2JS = {
  /** @throws SyntaxError when it is not a pattern; the SDK says so and goes on */
  compile(pattern: string) {
    const anywhere = new RegExp(pattern, 'u');
    const whole = new RegExp(`^(?:${pattern})$`, 'u');
    return {
      test: (text: string): boolean => anywhere.test(text),
      matches: (text: string): boolean => whole.test(text),
    };
  },
};
