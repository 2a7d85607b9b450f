import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inRepository } from '../lib/root.ts';
import type { Tell } from './step.ts';

const program = inRepository('node_modules/firebase-tools/lib/bin/firebase.js');

/** Warnings that explain no failure: the CLI prints them at every deployment, or beside the reason. */
const NOISE =
  /GOOGLE_CLOUD_QUOTA_PROJECT|Skipping deletes|No cleanup policy|failed to \w+ function/;

const reasonsOf = (output: readonly string[]): string => {
  const lines = output.map((line) => line.trim().replace(/Request to \S+ had HTTP Error: /, ''));
  const reasons = lines.filter(
    (line) => /^(⚠|Error:|Unable|Could not|Quota|\w+Alloc)/.test(line) && !NOISE.test(line),
  );
  return [...new Set(reasons.length > 0 ? reasons : lines.slice(-5))].join('\n');
};

/** A module that ends a program with its parent, even if the parent was killed. */
const ENDS_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  "process.once('disconnect', () => process.exit(1)); process.channel.unref();",
)}`;

/**
 * Reports a deployed function from a line of the CLI's output. There are many functions, and each
 * takes a while.
 */
function doneBy(line: string): string | undefined {
  const [, name] = /functions\[(\w+)\(.*Successful (?:create|update) operation/.exec(line) ?? [];
  return name && `${name} is deployed`;
}

/**
 * Deploys a part of a release with the Firebase CLI, with the application default credentials and
 * no other login.
 *
 * @param only the targets, as the CLI names them
 * @param tell receives a line for each deployed function
 * @throws Error with the messages of the CLI
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
      // A person's credentials do not name a quota project.
      GOOGLE_CLOUD_QUOTA_PROJECT: project,
      // The "firebase login" on this machine may belong to somebody else.
      XDG_CONFIG_HOME: join(folder, 'config'),
      // Disables update checks, and passes the functions through a file, which saves seconds.
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
    throw new Error(`The Firebase CLI could not deploy:\n${reasonsOf(output)}`);
  }
}
