import { environment } from './environment.ts';

/**
 * A server with an environment that is not usable does not start, and says why (M-70). A program that only
 * reads which functions there are, as a deployment does, has no environment yet.
 */
const isServer = process.env.K_SERVICE !== undefined || process.env.FUNCTIONS_EMULATOR === 'true';
if (isServer) environment();
