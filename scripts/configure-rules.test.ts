import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configureRules } from '../rules/configure.ts';
import { rulesSettings } from './configure-rules.ts';
import { aProjectFile } from './deploy/testing/project-file.ts';

const rules = readFileSync(new URL('../rules/firestore.rules', import.meta.url), 'utf8');
const firebase = JSON.parse(readFileSync(new URL('../firebase.json', import.meta.url), 'utf8'));

test('[N-LCH-02] the file of a project ends up in its rules', () => {
  const settings = rulesSettings({
    ...aProjectFile,
    fixedUsers: ['one', 'two'],
    bucket: 'our-bucket',
  });
  const configured = configureRules(rules, settings);
  expect(configured).toContain("function fixedUsers() { return ['one', 'two']; }");
  expect(configured).toContain("function pictureBucket() { return 'our-bucket'; }");
});

test('a deployment writes its rules first, and deploys what was written', () => {
  expect(firebase.firestore.predeploy).toEqual(['node scripts/configure-rules.ts']);
  expect(firebase.firestore.rules).toBe('dist/firestore.rules');
});
