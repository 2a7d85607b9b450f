import { describe, expect, it } from 'vitest';
import { checkLock } from './check-lock.ts';

const lock = (packages: object): string[] =>
  checkLock({ packages } as Parameters<typeof checkLock>[0]);

describe('the lockfile', () => {
  it('a lockfile that lacks a platform’s package is refused, because npm ci would fail there', () => {
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

  it('a lockfile that names a registry is refused', () => {
    const resolved = 'https://registry.example/a.tgz';
    expect(lock({ 'node_modules/a': { resolved } }).join('\n')).toContain('registry');
    expect(lock({ 'node_modules/a': { resolved: 'a', link: true } })).toEqual([]);
  });
});
