/**
 * Deploys a release in which one function fails to start on a server:
 * node break-release.ts <file> <function>
 * The exit code is that of `launch apply`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject } from '../../lib/project-files.ts';
import { makeGoogle } from '../google.ts';
import { buildRelease } from '../release.ts';
import { apply, formatError } from '../step.ts';
import { functionsStep } from '../steps/functions.ts';

const [path = '', name = ''] = process.argv.slice(2);
const file = readProject(path);
process.env.GOOGLE_CLOUD_PROJECT = file.project;
process.env.GCLOUD_PROJECT = file.project;
const release = await buildRelease(file);
appendFileSync(
  join(release.folder, 'functions/index.js'),
  "\nif (process.env.K_SERVICE) throw new Error('This release is broken.');\n",
);
const broken = {
  ...release,
  variables: { ...release.variables, RELEASE: 'broken' },
  functions: release.functions.filter((one) => one.name === name),
};
const google = makeGoogle(file);
try {
  const none = () => {
    throw new Error('No step here asks Stripe.');
  };
  const opening = { google, file, stripe: none, askSecret: async () => '' };
  await apply([functionsStep(async () => broken)], opening, console.log);
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
