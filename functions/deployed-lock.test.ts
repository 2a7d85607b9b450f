import { expect, test } from 'vitest';
import { deployedLock } from './deployed-lock.ts';

const packages = {
  'node_modules/base': { version: '1.0.0' },
  'node_modules/reader': { version: '3.0.0', dependencies: { base: '^1.0.0' } },
  'node_modules/writer': {
    version: '4.0.0',
    dependencies: { base: '^1.0.0' },
    optionalDependencies: { native: '1.0.0', elsewhere: '1.0.0' },
  },
  'node_modules/native': { version: '1.0.0', dependencies: {} },
  'node_modules/unused': { version: '9.0.0' },
  'functions/node_modules/base': { version: '2.0.0' },
};
const deployed = { name: 'shop', dependencies: { base: '^2.0.0', reader: '^3.0.0', writer: '*' } };

test('[N-LCH-06] the deployed lockfile has only the packages the functions need, in the workspace’s versions', () => {
  expect(deployedLock({ packages }, deployed)).toEqual({
    name: 'shop',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': deployed,
      'node_modules/base': { version: '2.0.0' },
      'node_modules/native': packages['node_modules/native'],
      'node_modules/reader': packages['node_modules/reader'],
      'node_modules/reader/node_modules/base': { version: '1.0.0' },
      'node_modules/writer': packages['node_modules/writer'],
      'node_modules/writer/node_modules/base': { version: '1.0.0' },
    },
  });
});

test('[N-LCH-06] a package that is missing in the workspace stops the build', () => {
  expect(() => deployedLock({ packages }, { name: 'shop', dependencies: { gone: '1' } })).toThrow(
    'The lockfile has no gone, which functions needs.',
  );
});
