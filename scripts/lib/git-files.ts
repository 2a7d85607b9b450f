import { execFileSync } from 'node:child_process';
import { inRepository } from './root.ts';

/** Lines that git answers. */
export const git = (...parameters: string[]): string[] =>
  execFileSync('git', parameters, { cwd: inRepository('.'), encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

/** Files of the repository, new ones included, relative to it. */
export const gitFiles = (...patterns: string[]): string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns);
