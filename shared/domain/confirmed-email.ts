/** Refuses selling, releasing and cashing out before the address is confirmed (N-MON-12). */
// Stryker disable next-line StringLiteral: Only a sentence; tests of calls and screens prove who says it.
export const confirmEmailText = 'Confirm your e-mail address first.';

/** The hash of the address in the e-mail's link; the page then shows `confirmedText`. */
export const confirmedHash = '#confirmed';
export const confirmedText = 'Your address is confirmed.';
