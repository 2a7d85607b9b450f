import { readdirSync, readFileSync } from 'node:fs';
import {
  buildVariables,
  exampleSettings,
  type ProjectFile,
  parseProjectFile,
} from '@datchain/shared/contracts/project-file.ts';
import { localEnvironment } from './local-environment.ts';
import { inRepository } from './root.ts';

const folder = inRepository('deploy');

const named = (name: string): ProjectFile =>
  parseProjectFile(readFileSync(`${folder}/${name}.json`, 'utf8'), `deploy/${name}.json`);

const projectNames = (): string[] =>
  readdirSync(folder)
    .flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
    .sort();

export const resolveProjectFile = (name: string): string =>
  name.endsWith('.json') ? name : `deploy/${name}.json`;

/**
 * Reads `deploy/<name>.json`, or the file at a path that ends in .json.
 *
 * @throws Error for a file that is missing, invalid or not filled in
 */
export function readProject(name: string): ProjectFile {
  const isPath = name.endsWith('.json');
  if (!isPath && !projectNames().includes(name)) {
    throw new Error(`There is no deploy/${name}.json; there is ${projectNames().join(', ')}.`);
  }
  const file = isPath ? parseProjectFile(readFileSync(name, 'utf8'), name) : named(name);
  const examples = exampleSettings(file);
  if (examples.length > 0) {
    throw new Error(`${resolveProjectFile(name)} is not filled in: ${examples.join(', ')}.`);
  }
  return file;
}

export const whereOptions = { project: { type: 'string' }, env: { type: 'boolean' } } as const;

export const whereHelp = `  --project <name>   the project of deploy/<name>.json, with the application default credentials;
                     without it, the stack of npm start
  --env              the project of the environment variables`;

/** Points this process to the project of the options. @throws Error like readProject */
export function pointToProject({
  project,
  env,
}: {
  project?: string | undefined;
  env?: boolean | undefined;
}): void {
  if (project !== undefined) Object.assign(process.env, buildVariables(readProject(project)));
  else if (!env) Object.assign(process.env, localEnvironment());
}
