/** The process behind buildLedger: builds the ledger below the current folder. */
import { build } from 'astro';

// A line for each page would cost more than some pages.
await build({ root: process.cwd(), logLevel: 'warn' });
