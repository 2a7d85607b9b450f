import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, findHeadlessShell } from '../ui/find-chromium.ts';

const found = <Result>(find: () => Result): Result | undefined => {
  try {
    return find();
  } catch {
    return undefined;
  }
};

/**
 * Puts the test browsers into the environment, as `CHROME_PATH` and `HEADLESS_SHELL_PATH`, and
 * installs them if needed. It uses Debian's packages where it may install them, otherwise
 * Playwright's own download. Without the headless shell the whole browser is used, which is slower.
 *
 * @throws naming CHROME_PATH when every way failed
 */
export function ensureChromium(): void {
  // A browser named by CHROME_PATH is used as given; nothing is installed.
  const isNamed = Boolean(process.env.CHROME_PATH);
  for (const way of isNamed ? [] : [installOnDebian, downloadWithPlaywright]) {
    if (found(findChromium) && findHeadlessShell()) break;
    found(way);
  }
  const whole = found(findChromium);
  if (!whole) {
    throw new Error(
      'The browser tests need Chromium or Chrome, and none could be found or installed. ' +
        'Install one, or set CHROME_PATH to the program.',
    );
  }
  process.env.CHROME_PATH = whole;
  process.env.HEADLESS_SHELL_PATH = findHeadlessShell() ?? whole;
}

function downloadWithPlaywright(): void {
  console.log('No Chromium for tests here; downloading Playwright’s …');
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
}

export const installsOnDebian = (): boolean =>
  existsSync('/etc/debian_version') && process.getuid?.() === 0;

function installOnDebian(): void {
  if (!installsOnDebian()) return;
  console.log('Installing Debian’s Chromium …');
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  const packages = ['chromium', 'chromium-headless-shell'];
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  execFileSync('apt-get', install, { stdio: 'inherit' });
}
