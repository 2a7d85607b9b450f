/** Where somebody who cannot log in asks for a new password: a rewrite of Hosting. */
export const forgottenPasswordPath = '/forgotten-password';

/** The screen that sets a new password, with the code of the e-mail as `oobCode` (N-FST-07). */
export const newPasswordPath = '/login/new-password';
