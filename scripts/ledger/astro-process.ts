/** The process behind buildLedger: builds the ledger below the current folder. */
import { promises } from 'node:fs';
import { build } from 'astro';

// Astro asks for a page's folder before each page; there are a few folders and thousands of pages.
const { mkdir } = promises;
const made = new Map<string, ReturnType<typeof mkdir>>();
promises.mkdir = ((path, options) => {
  const key = String(path);
  const known = made.get(key);
  if (known) return known;
  const making = mkdir(path, options);
  made.set(key, making);
  return making;
}) as typeof mkdir;

// A line for each page would cost more than some pages.
await build({ root: process.cwd(), logLevel: 'warn' });
