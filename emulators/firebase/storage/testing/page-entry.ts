import { initializeApp } from 'firebase/app';
import * as storage from 'firebase/storage';

/** Bundled by the browser test and put into its page as `window.sdk`: the unmodified SDK. */
Object.assign(globalThis, { sdk: { initializeApp, ...storage } });
