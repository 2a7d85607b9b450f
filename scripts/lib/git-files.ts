import { execFileSync } from 'node:child_process';
import { inRepository } from './root.ts';

export const git = (...parameters: string[]): string[] =>
  execFileSync('git', parameters, { cwd: inRepository('.'), encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

export const gitFiles = (...patterns: string[]): string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns);
