import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configureRules } from '../rules/configure.ts';
import { rulesSettings } from './configure-rules.ts';

const rules = readFileSync(new URL('../rules/firestore.rules', import.meta.url), 'utf8');
const firebase = JSON.parse(readFileSync(new URL('../firebase.json', import.meta.url), 'utf8'));

test('the environment of a deployment ends up in its rules', () => {
  const settings = rulesSettings({ FIXED_USER_IDS: 'one, two,', PICTURE_BUCKET: 'our-bucket' });
  const configured = configureRules(rules, settings);
  expect(configured).toContain("function fixedUsers() { return ['one', 'two']; }");
  expect(configured).toContain("function pictureBucket() { return 'our-bucket'; }");
});

test('nothing is deployed with half its settings', () => {
  expect(() => rulesSettings({ FIXED_USER_IDS: '' })).toThrow('PICTURE_BUCKET');
  expect(() => rulesSettings({ PICTURE_BUCKET: 'our-bucket' })).toThrow('FIXED_USER_IDS');
});

test('a deployment writes its rules first, and deploys what was written', () => {
  expect(firebase.firestore.predeploy).toEqual(['node scripts/configure-rules.ts']);
  expect(firebase.firestore.rules).toBe('dist/firestore.rules');
});
