import { readFileSync } from 'node:fs';
import { keptPattern } from '@datchain/shared/domain/username.ts';
import { describe, expect, it } from 'vitest';
import { configureRules } from './configure.ts';

const rules = readFileSync(new URL('./firestore.rules', import.meta.url), 'utf8');

describe('the settings of a deployment in the Firestore rules', () => {
  it('writes the fixed accounts and the picture bucket, and changes nothing else', () => {
    const configured = configureRules(rules, {
      fixedUserIds: ['first', 'second'],
      pictureBucket: 'music.example.org',
    });
    expect(configured).toContain("function fixedUsers() { return ['first', 'second']; }");
    expect(configured).toContain("function pictureBucket() { return 'music.example.org'; }");
    const restored = configureRules(configured, {
      fixedUserIds: [],
      pictureBucket: 'demo-dats.firebasestorage.app',
    });
    expect(restored).toBe(configureRules(rules, {}));
  });

  it('writes only the reserved usernames without settings; in the source no username may be taken', () => {
    const kept = `function isKept(lower) { return lower.matches('${keptPattern}'); }`;
    expect(configureRules(rules, {})).toBe(
      rules.replace('function isKept(lower) { return true; }', () => kept),
    );
    expect(configureRules(rules, {})).not.toBe(rules);
  });

  it.each([
    [{ fixedUserIds: ["x'] || true || ['"] }],
    [{ fixedUserIds: [''] }],
    [{ pictureBucket: "b' + '" }],
    [{ pictureBucket: '' }],
  ])('refuses a setting that would become part of a rule: %j', (settings) => {
    expect(() => configureRules(rules, settings)).toThrow('Not usable in the rules');
  });

  it('refuses rules without a place for a setting', () => {
    expect(() => configureRules('service cloud.firestore {}', { fixedUserIds: ['a'] })).toThrow(
      'The rules have no function isKept()',
    );
  });
});
