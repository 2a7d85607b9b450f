import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inRepository } from '../lib/root.ts';
import type { Tell } from './step.ts';

const program = inRepository('node_modules/firebase-tools/lib/bin/firebase.js');

/** Complaints that come with others, or with every deployment. */
const NOISE =
  /GOOGLE_CLOUD_QUOTA_PROJECT|Skipping deletes|No cleanup policy|failed to \w+ function/;

/** The lines of a failed deployment that say why. */
const reasonsOf = (output: readonly string[]): string => {
  const lines = output.map((line) => line.trim().replace(/Request to \S+ had HTTP Error: /, ''));
  const reasons = lines.filter(
    (line) => /^(⚠|Error:|Unable|Could not|Quota|\w+Alloc)/.test(line) && !NOISE.test(line),
  );
  return [...new Set(reasons.length > 0 ? reasons : lines.slice(-5))].join('\n');
};

/** A module by which a program ends with the one that started it, even where that one was killed. */
const ENDS_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  "process.once('disconnect', () => process.exit(1)); process.channel.unref();",
)}`;

/** The function that a line of the program says is deployed, in words. There are many, and each takes a while. */
function doneBy(line: string): string | undefined {
  const [, name] = /functions\[(\w+)\(.*Successful (?:create|update) operation/.exec(line) ?? [];
  return name && `${name} is deployed`;
}

/**
 * Has the Firebase program deploy a part of a release, with the application default credentials and no other login.
 *
 * @param only the targets, as the program names them
 * @param tell hears of each function that was deployed
 * @throws Error with what the program complained about
 */
export async function firebaseDeploy(
  project: string,
  folder: string,
  only: readonly string[],
  tell: Tell,
  options: readonly string[] = [],
): Promise<void> {
  const { FIREBASE_TOKEN: _login, ...env } = process.env;
  const args = ['deploy', '--project', project, '--only', only.join(), '--non-interactive'];
  const node = ['--import', ENDS_WITH_PARENT, program];
  const child = spawn(process.execPath, [...node, ...args, ...options], {
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
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) throw new Error('unreachable: the output is piped');
    createInterface(stream).on('line', (line) => {
      output.push(line);
      const done = doneBy(line);
      if (done) tell(done);
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
