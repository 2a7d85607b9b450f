export const forgottenPasswordPath = '/forgotten-password';

/** The screen that sets a new password; the e-mail's code is its `oobCode` (N-FST-07). */
export const newPasswordPath = '/login/new-password';
