/** The path that requests a new password, a rewrite of Hosting. */
export const forgottenPasswordPath = '/forgotten-password';

/** The screen that sets a new password; the e-mail's code is its `oobCode` (N-FST-07). */
export const newPasswordPath = '/login/new-password';
