import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import { lowerPriority } from '../../../scripts/lib/priority.ts';
import { findInstalled } from '../../ui/find-chromium.ts';
import { installsOnDebian } from '../chromium.ts';
import type { WebKitPrograms } from './webkit.ts';

const packages = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  // WebKit needs these for sound.
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
];

/** The instruction for a missing browser; the reason of skipped tests. */
export const howToInstall = `Install ${packages.join(', ')}, as they are called on Debian.`;

export const findFirefox = (): string | undefined => findInstalled(['firefox-esr', 'firefox']);

export function findWebKit(): WebKitPrograms | undefined {
  const driver = findInstalled(['WebKitWebDriver']);
  const screen = findInstalled(['Xvfb']);
  const [browser] = globSync('/usr/{lib/*,lib,libexec}/webkit2gtk-4.*/MiniBrowser');
  const [mp3] = globSync('/usr/{lib/*,lib,lib64}/gstreamer-1.0/libgstmpg123.so');
  return driver && screen && browser && mp3 ? { driver, browser, screen } : undefined;
}

/**
 * Installs missing browsers where Debian's packages may be installed. It takes minutes, at low
 * priority. Tests without their browser are skipped, so a failure is only reported.
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
