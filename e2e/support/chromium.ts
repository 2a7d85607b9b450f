import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '@datchain/shared/ui/testing/find-chromium.ts';

/**
 * The browser for tests, fetched when this machine has none: Playwright's own download, else
 * Debian's package where we may install one.
 * @throws naming CHROME_PATH when every way failed.
 */
export function ensureChromium(): string {
  const ways = [() => {}, downloadWithPlaywright, installOnDebian];
  for (const way of ways) {
    try {
      way();
      return findChromium();
    } catch {
      // The next way.
    }
  }
  throw new Error(
    'The browser tests need Chromium or Chrome, and none could be found or installed. ' +
      'Install one, or set CHROME_PATH to the program.',
  );
}

function downloadWithPlaywright(): void {
  console.log('No Chromium here; downloading Playwright’s …');
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
}

function installOnDebian(): void {
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!isDebian) throw new Error('Not Debian, or not root.');
  console.log('Installing Debian’s Chromium …');
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  execFileSync('apt-get', install, { stdio: 'inherit' });
}
