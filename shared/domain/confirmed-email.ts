/**
 * The refusal for selling, releasing or cashing out before the address is confirmed (N-MON-12).
 */
export const confirmEmailText = 'Confirm your e-mail address first.';
