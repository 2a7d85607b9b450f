import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inRepository } from '../lib/root.ts';

const program = inRepository('node_modules/firebase-tools/lib/bin/firebase.js');

/** Complaints that come with others, or with every deployment. */
const NOISE =
  /GOOGLE_CLOUD_QUOTA_PROJECT|Skipping deletes|No cleanup policy|failed to \w+ function/;

/** The lines of a failed deployment that say why. */
const reasonsOf = (output: string): string => {
  const lines = output
    .split('\n')
    .map((line) => line.trim().replace(/Request to \S+ had HTTP Error: /, ''));
  const reasons = lines.filter(
    (line) => /^(⚠|Error:|Unable|Could not|Quota|\w+Alloc)/.test(line) && !NOISE.test(line),
  );
  return [...new Set(reasons.length > 0 ? reasons : lines.slice(-5))].join('\n');
};

/**
 * Has the Firebase program deploy a part of a release, with the application default credentials and no other login.
 *
 * @param only the targets, as the program names them
 * @throws Error with what the program complained about
 */
export async function firebaseDeploy(
  project: string,
  folder: string,
  only: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  const { FIREBASE_TOKEN: _login, ...env } = process.env;
  const args = ['deploy', '--project', project, '--only', only.join(), '--non-interactive'];
  const child = spawn(process.execPath, [program, ...args, ...options], {
    cwd: folder,
    env: {
      ...env,
      // A person's credentials name no project that the requests count for.
      GOOGLE_CLOUD_QUOTA_PROJECT: project,
      // The login of "firebase login" on this machine may be somebody else's.
      XDG_CONFIG_HOME: join(folder, 'config'),
      // It asks nobody for news, and reads the functions from a file instead of a port, which takes seconds less.
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
      FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new Error(`The Firebase program could not deploy:\n${reasonsOf(output)}`);
  }
}
