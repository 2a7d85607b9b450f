import { environment } from './environment.ts';

/**
 * Whether this process is a server, which must not start with an unusable environment (M-70). A
 * deployment only lists the functions and has no environment yet.
 */
const isServer = process.env.K_SERVICE !== undefined || process.env.FUNCTIONS_EMULATOR === 'true';
if (isServer) environment();
