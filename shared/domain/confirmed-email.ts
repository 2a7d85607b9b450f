/** The refusal for selling, releasing or cashing out before the address is confirmed (N-MON-12). */
// Stryker disable next-line StringLiteral: A sentence alone: what says it, calls and screens, is proven where it is said.
export const confirmEmailText = 'Confirm your e-mail address first.';

/** The end of the address that the link of the e-mail leads to: the page then says that it worked. */
export const confirmedHash = '#confirmed';
export const confirmedText = 'Your address is confirmed.';
