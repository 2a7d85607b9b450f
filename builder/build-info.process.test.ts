import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { currentCommit } from './build-info.ts';

const folder = mkdtempSync(join(tmpdir(), 'build-info-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const repository = join(folder, 'repository');
const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...words], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .toString()
    .trim();

test('the commit is the one that git names: on a branch, packed, detached and in a worktree', () => {
  execFileSync('git', ['init', '--quiet', repository]);
  const commit = (message: string): string => {
    git('commit', '--quiet', '--allow-empty', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  const first = commit('first');
  expect(first).toMatch(/^[0-9a-f]{40}$/);
  expect(currentCommit(repository)).toBe(first);
  git('pack-refs', '--all');
  expect(currentCommit(repository)).toBe(first);
  const second = commit('second');
  expect(currentCommit(repository)).toBe(second);
  git('checkout', '--quiet', '--detach', first);
  expect(currentCommit(repository)).toBe(first);
  const tree = join(folder, 'tree');
  git('worktree', 'add', '--quiet', '--detach', tree, second);
  expect(currentCommit(tree)).toBe(second);
  expect(currentCommit(folder)).toBe('unknown');
});
