import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inRepository } from '../lib/root.ts';

/** The used part of StrykerJS; its own types exist only after the installation. */
export type StrykerClass = new (options: object) => { runMutationTest(): Promise<unknown> };

/** Typed as string, so that the type checker does not look for the package. */
const stryker: string = '@stryker-mutator/core';

/**
 * Installs StrykerJS into this folder, because only mutation tests need it and its 170 packages.
 */
export async function installStryker(): Promise<StrykerClass> {
  await promisify(execFile)('npm', ['ci', '--prefer-offline'], {
    cwd: inRepository('scripts/mutants'),
    shell: process.platform === 'win32',
  });
  return ((await import(stryker)) as { Stryker: StrykerClass }).Stryker;
}
