import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inRepository } from '../lib/root.ts';

/** What is used of StrykerJS; its types are there only once it is installed. */
export type StrykerClass = new (options: object) => { runMutationTest(): Promise<unknown> };

/** Of a type that does not look for the package. */
const stryker: string = '@stryker-mutator/core';

/** Installs StrykerJS into this folder: nothing else needs it, and it brings 170 packages. */
export async function installStryker(): Promise<StrykerClass> {
  await promisify(execFile)('npm', ['ci', '--prefer-offline'], {
    cwd: inRepository('scripts/mutants'),
    shell: process.platform === 'win32',
  });
  return ((await import(stryker)) as { Stryker: StrykerClass }).Stryker;
}
