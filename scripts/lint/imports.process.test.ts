import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path/posix';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRepository } from '../lib/root.ts';
import { bans } from './bans.ts';

const folders =
  'shared functions portal ledger builder rules tlog testing demo stack emulators scripts e2e'.split(
    ' ',
  );

async function findBroken(baseDir: string, names: readonly string[]): Promise<string[]> {
  const { options, ...ruleSet } = bans;
  const asked = { ...options, ruleSet, baseDir, validate: true } as ICruiseOptions;
  const { output } = await cruise([...names], asked);
  return (output as ICruiseResult).summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
  );
}

test('files import in one direction, and no room imports what it must not', {
  timeout: 120_000,
}, async () => {
  expect(await findBroken(inRepository('.'), folders)).toEqual([]);
});

describe('a ban', () => {
  const cases: readonly (readonly [rule: string | undefined, from: string, to: string])[] = [
    [undefined, 'shared/domain/a.ts', 'shared/domain/b.ts'],
    ['spellings', 'shared/domain/a.ts', 'shared/contracts/b.ts'],
    ['screens', 'shared/domain/a.ts', 'shared/ui/b.ts'],
    ['server', 'shared/domain/a.ts', 'functions/b.ts'],
    ['browser', 'shared/domain/a.ts', 'node:fs'],
    ['firebase', 'shared/domain/a.ts', 'node_modules/firebase/index.js'],
    [undefined, 'shared/contracts/a.ts', 'shared/domain/b.ts'],
    ['screens', 'shared/contracts/a.ts', 'shared/ui/b.ts'],
    [undefined, 'shared/ui/a.ts', 'shared/domain/b.ts'],
    ['sites', 'shared/ui/a.ts', 'portal/src/lib/b.ts'],
    ['log', 'tlog/a.ts', 'shared/domain/b.ts'],
    ['browser', 'tlog/a.ts', 'node:fs'],
    [undefined, 'tlog/verify/a.ts', 'node:fs'],
    [undefined, 'shared/domain/a.ts', 'tlog/b.ts'],
    [undefined, 'functions/calls/a.ts', 'functions/stores/b.ts'],
    [undefined, 'functions/stores/a.ts', 'node_modules/firebase-admin/index.js'],
    ['firebase', 'functions/calls/a.ts', 'node_modules/firebase-admin/index.js'],
    [undefined, 'functions/stripe/a.ts', 'node_modules/stripe/index.js'],
    ['stripe', 'functions/orders/a.ts', 'node_modules/stripe/index.js'],
    ['screens', 'functions/calls/a.ts', 'shared/ui/b.ts'],
    ['workshop', 'functions/calls/a.ts', 'scripts/b.ts'],
    ['workshop', 'functions/stores/a.ts', 'emulators/b.ts'],
    [undefined, 'functions/calls/a.test.ts', 'emulators/b.ts'],
    [undefined, 'ledger/src/a.ts', 'portal/src/lib/b.ts'],
    ['portal', 'ledger/src/a.ts', 'portal/src/features/login/b.ts'],
    ['server', 'ledger/src/a.ts', 'functions/b.ts'],
    ['ledger', 'portal/src/app/a.ts', 'ledger/src/b.ts'],
    [undefined, 'portal/src/lib/a.ts', 'node_modules/firebase/index.js'],
    ['firebase', 'portal/src/app/a.ts', 'node_modules/firebase/index.js'],
    ['lib', 'portal/src/lib/a.ts', 'portal/src/features/login/b.ts'],
    [undefined, 'portal/src/app/a.ts', 'portal/src/features/login/b.ts'],
    [undefined, 'portal/src/features/order/a.ts', 'portal/src/features/order/parts/b.ts'],
    ['features', 'portal/src/features/order/a.ts', 'portal/src/features/login/b.ts'],
    [undefined, 'builder/a.ts', 'functions/stores/b.ts'],
    ['workshop', 'builder/a.ts', 'scripts/b.ts'],
    ['firebase', 'scripts/a.ts', 'node_modules/firebase-admin/index.js'],
    ['workshop', 'functions/stores/a.ts', 'testing/server/b.ts'],
    ['workshop', 'portal/src/app/a.ts', 'stack/b.ts'],
    [undefined, 'emulators/a.ts', 'node_modules/stripe/index.js'],
    ['emulators', 'emulators/firebase/a.ts', 'shared/domain/b.ts'],
    ['emulators', 'emulators/firebase/a.test.ts', 'rules/b.ts'],
    [undefined, 'testing/server/a.ts', 'functions/b.ts'],
  ];
  const placed = (from: string, at: number) => from.replace('a.', `a${at}.`);
  let folder: string;
  let broken: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'datchain-imports-'));
    const write = (path: string, text: string) => {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    for (const [at, [, from, to]] of cases.entries()) {
      const isFile = !to.startsWith('node:');
      if (isFile) write(to, 'export const value = 1;\n');
      const path = relative(dirname(from), to);
      const address = isFile && !path.startsWith('.') ? `./${path}` : path;
      write(placed(from, at), `import { value } from '${isFile ? address : to}';\nvalue;\n`);
    }
    write('shared/domain/one.ts', "import type { B } from './two.ts';\nexport type A = B;\n");
    write('shared/domain/two.ts', "import type { A } from './one.ts';\nexport type B = A;\n");
    broken = await findBroken(folder, ['.']);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(cases.map(([rule, from, to], at) => ({ rule, from, to, at })))(
    '$from may import $to unless a ban applies: $rule',
    ({ rule, from, at }) => {
      const own = broken.filter((line) => line.includes(placed(from, at)));
      expect(own.map((line) => line.split(':')[0])).toEqual(rule ? [rule] : []);
    },
  );

  test('circular imports are refused, even of types only', () => {
    expect(broken.filter((line) => line.startsWith('circle: '))).toHaveLength(1);
  });
});
