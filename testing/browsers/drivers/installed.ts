import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import { lowerPriority } from '../../../scripts/lib/priority.ts';
import { findInstalled } from '../../ui/find-chromium.ts';
import { installsOnDebian } from '../chromium.ts';
import type { WebKitPrograms } from './webkit.ts';

/** Debian's packages of the browsers beside Chromium. */
const packages = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  // WebKit plays sound with these.
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
];

/** What to do where a browser is missing; the reason of tests that are left out. */
export const howToInstall = `Install ${packages.join(', ')}, as they are called on Debian.`;

/** The path of Firefox; undefined when there is none. */
export const findFirefox = (): string | undefined => findInstalled(['firefox-esr', 'firefox']);

/** The programs that WebKit is driven with; undefined when one is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = findInstalled(['WebKitWebDriver']);
  const screen = findInstalled(['Xvfb']);
  const [browser] = globSync('/usr/{lib/*,lib,libexec}/webkit2gtk-4.*/MiniBrowser');
  const [mp3] = globSync('/usr/{lib/*,lib,lib64}/gstreamer-1.0/libgstmpg123.so');
  return driver && screen && browser && mp3 ? { driver, browser, screen } : undefined;
}

/**
 * Installs the browsers that are missing, where Debian's packages may be installed. It takes minutes,
 * and leaves the processors to what runs meanwhile. Tests without their browser are left out, so a
 * failure is only told.
 */
export async function installOtherBrowsers(): Promise<void> {
  if (!installsOnDebian() || (findFirefox() && findWebKit())) return;
  console.log('Installing Debian’s Firefox and WebKit meanwhile …');
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  try {
    for (const parameters of [['update', '-qq'], install]) {
      const running = promisify(execFile)('apt-get', parameters, {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      lowerPriority(running.child);
      await running;
    }
  } catch (error) {
    console.log(`Firefox and WebKit could not be installed: ${(error as Error).message}`);
  }
}
