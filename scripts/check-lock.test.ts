import { describe, expect, it } from 'vitest';
import { checkLock } from './check-lock.ts';

const lock = (packages: object): string[] =>
  checkLock({ packages } as Parameters<typeof checkLock>[0]);

describe('the lockfile', () => {
  it('names every platform’s package, so that npm ci works on all of them', () => {
    const tool = { optionalDependencies: { 'tool-linux': '1', 'tool-mac': '1' } };
    expect(lock({ 'node_modules/tool': tool, 'node_modules/tool-linux': {} }).join('\n')).toContain(
      'tool-mac is missing',
    );
    expect(
      lock({
        'node_modules/tool': tool,
        'node_modules/tool-linux': {},
        'node_modules/tool/node_modules/tool-mac': {},
      }),
    ).toEqual([]);
  });

  it('names no registry', () => {
    const resolved = 'https://registry.example/a.tgz';
    expect(lock({ 'node_modules/a': { resolved } }).join('\n')).toContain('registry');
    expect(lock({ 'node_modules/a': { resolved: 'a', link: true } })).toEqual([]);
  });
});
