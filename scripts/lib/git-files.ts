import { execFileSync } from 'node:child_process';
import { inRepository } from './root.ts';

export const git = (...parameters: string[]): string[] =>
  execFileSync('git', parameters, { cwd: inRepository('.'), encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

/** Lists the files of the repository, new ones included, relative to its root. */
export const gitFiles = (...patterns: string[]): string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns);
