/** Where somebody who cannot log in asks for a new password: a rewrite of Hosting. */
export const forgottenPasswordPath = '/forgotten-password';
