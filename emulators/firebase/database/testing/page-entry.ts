import { initializeApp } from 'firebase/app';
import * as database from 'firebase/database';

/** The browser test bundles this file into its page: the unmodified SDK as `window.sdk`. */
Object.assign(globalThis, { sdk: { initializeApp, ...database } });
