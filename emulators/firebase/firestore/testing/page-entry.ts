import { initializeApp } from 'firebase/app';
import * as firestore from 'firebase/firestore';

/** The browser test bundles this file into its page: the unmodified SDK as `window.sdk`. */
Object.assign(globalThis, { sdk: { initializeApp, ...firestore } });
