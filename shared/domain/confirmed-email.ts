/**
 * What someone is told who sells, releases or cashes out before the address is confirmed
 * (N-MON-12).
 */
export const confirmEmailText = 'Confirm your e-mail address first.';
