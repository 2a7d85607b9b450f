import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRepository } from '../lib/root.ts';

type Case = { file: string; source: string; rule: string | undefined };

const imports = (file: string, from: string, isAllowed: boolean): Case => ({
  file,
  source: `import { something } from '${from}';\n\nsomething();\n`,
  rule: isAllowed ? undefined : 'lint/style/noRestrictedImports',
});
const refused = (file: string, from: string) => imports(file, from, false);
const allowed = (file: string, from: string) => imports(file, from, true);
const uses = (file: string, expression: string, isAllowed: boolean): Case => ({
  file,
  source: `export const value = ${expression};\n`,
  rule: isAllowed ? undefined : 'plugin',
});
const positions = (selector: string, isAllowed: boolean): Case => ({
  file: 'portal/src/styles/a.css',
  source: `@layer page { @media (width < 600px) { ${selector} {\n  position: relative;\n} } }\n`,
  rule: isAllowed ? undefined : 'plugin',
});
const draws = (declaration: string, isAllowed: boolean): Case => ({
  file: 'ledger/src/styles/a.css',
  source: `.total {\n  ${declaration};\n}\n`,
  rule: isAllowed ? undefined : 'plugin',
});

const cases: Case[] = [
  allowed('shared/domain/a.ts', './b.ts'),
  refused('shared/domain/a.ts', '../contracts/paths.ts'),
  refused('shared/domain/a.ts', '../ui/button.tsx'),
  refused('shared/domain/a.ts', '@datchain/functions/clock.ts'),
  refused('shared/domain/a.ts', 'node:fs'),
  refused('shared/domain/a.ts', 'firebase/app'),
  allowed('shared/contracts/a.ts', '../domain/units.ts'),
  refused('shared/contracts/a.ts', '../ui/button.tsx'),
  refused('shared/contracts/a.ts', '../../functions/clock.ts'),
  allowed('shared/ui/a.ts', '@datchain/shared/domain/units.ts'),
  refused('shared/ui/a.ts', '@datchain/portal/lib/session/auth.ts'),
  refused('shared/ui/a.ts', 'firebase/auth'),
  allowed('functions/calls/a.ts', '@datchain/shared/domain/units.ts'),
  allowed('functions/calls/a.ts', 'firebase-functions/https'),
  allowed('functions/calls/a.ts', '../stores/firebase.ts'),
  refused('functions/calls/a.ts', 'firebase-admin/firestore'),
  refused('functions/orders/a.ts', 'stripe'),
  refused('functions/calls/a.ts', '@datchain/shared/ui/button.tsx'),
  refused('functions/calls/a.ts', '../../scripts/seed.ts'),
  refused('functions/services.ts', 'firebase-admin/app'),
  allowed('functions/stores/a.ts', 'firebase-admin/firestore'),
  allowed('functions/stores/a.ts', '@google-cloud/firestore'),
  refused('functions/stores/a.ts', '@datchain/emulators/stack/ports.ts'),
  allowed('functions/stripe/a.ts', 'stripe'),
  allowed('ledger/src/a.ts', '@datchain/portal/lib/session/auth.ts'),
  allowed('ledger/src/a.ts', '@datchain/shared/ui/button.tsx'),
  refused('ledger/src/a.ts', '@datchain/portal/features/login/login.ts'),
  refused('ledger/src/a.ts', '../../functions/clock.ts'),
  refused('ledger/src/a.ts', 'firebase/firestore'),
  allowed('portal/src/lib/a.ts', 'firebase/auth'),
  refused('portal/src/lib/a.ts', '../features/login/login-screen.tsx'),
  allowed('portal/src/app/a.ts', '../features/login/login-screen.tsx'),
  refused('portal/src/app/a.ts', 'firebase/auth'),
  allowed('portal/src/features/order/a.ts', './b.ts'),
  allowed('portal/src/features/order/a.ts', './api/b.ts'),
  allowed('portal/src/features/order/a.ts', '../../lib/call.ts'),
  allowed('portal/src/features/order/api/a.ts', '../b.ts'),
  allowed('portal/src/features/order/api/a.ts', '../components/b.ts'),
  allowed('portal/src/features/order/api/a.ts', '../../../lib/call.ts'),
  refused('portal/src/features/order/a.ts', '../login/login-screen.tsx'),
  refused('portal/src/features/order/api/a.ts', '../../login/login-screen.tsx'),
  refused('portal/src/features/order/a.ts', 'firebase/auth'),
  allowed('builder/a.ts', '@datchain/functions/stores/public-data.ts'),
  allowed('builder/a.ts', '@datchain/ledger/src/snapshot.ts'),
  refused('builder/a.ts', '../scripts/lib/command.ts'),
  refused('builder/a.ts', '@datchain/emulators/stack/ports.ts'),
  refused('builder/a.ts', '@google-cloud/firestore'),
  allowed('scripts/a.ts', '../builder/rebuild.ts'),
  allowed('scripts/a.ts', '../functions/stores/bulk.ts'),
  refused('scripts/a.ts', 'firebase-admin/app'),
  allowed('emulators/stripe/a.ts', 'stripe'),
  uses('shared/domain/now.ts', 'Date.now()', false),
  uses('shared/domain/dice.ts', 'Math.random()', false),
  uses('shared/contracts/today.ts', 'new Date()', false),
  uses('shared/domain/day.ts', 'new Date(0)', true),
  uses('shared/domain/now.test.ts', 'Date.now()', true),
  uses('functions/clock.ts', 'Date.now()', true),
  uses('portal/src/app/seen.ts', "localStorage.getItem('a')", false),
  uses('ledger/src/seen.ts', "window.sessionStorage['a']", false),
  uses('ledger/src/tabs.ts', "new BroadcastChannel('a')", false),
  uses('shared/ui/kept.ts', "indexedDB.open('a')", false),
  uses('shared/ui/kept.ts', "sharedStore.getItem('localStorage')", true),
  uses('portal/src/testing/kept.ts', "localStorage.getItem('a')", true),
  uses('functions/stores/caches.ts', 'caches.length', true),
  positions('.table tr:has(> .a, .b):hover', false),
  positions('td, tbody', false),
  positions(':is(thead, tfoot)', false),
  positions('tr.sold > td', true),
  positions('strong', true),
  positions('.table:has(tr) caption', true),
  draws('border-bottom: 4px double var(--ink)', false),
  draws('border: double 6px red', false),
  draws('border-style: double', false),
  draws('border-bottom: 3px double var(--ink)', true),
  draws('border: 4px solid red', true),
];

describe('what code may know, use and position', () => {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-lint-'));
  let found: { category: string; file: string }[] = [];

  beforeAll(() => {
    const config = JSON.parse(readFileSync(inRepository('biome.json'), 'utf8'));
    delete config.vcs;
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
    cpSync(inRepository('scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
    for (const [at, { file, source }] of cases.entries()) {
      const path = join(folder, placed(file, at));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, source);
    }
    found = lint(folder);
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(cases.map((each, at) => ({ ...each, at, line: each.source.split('\n')[0] })))(
    '$file · $line',
    ({ file, at, rule }) => {
      const broken = found.filter((each) => each.file === placed(file, at));
      const rules = broken.map(({ category }) => category);
      expect(rules.filter((category) => /noRestrictedImports|plugin/.test(category))).toEqual(
        rule ? [rule] : [],
      );
    },
  );
});

/** Each case gets a file of its own beside the others. */
const placed = (file: string, at: number): string =>
  /(services|clock)\.ts$/.test(file)
    ? file
    : file.replace(/(\w+)(\.test)?\.(ts|css)$/, `$1${at}$2.$3`);

function lint(folder: string): { category: string; file: string }[] {
  const biome = inRepository('node_modules/@biomejs/biome/bin/biome');
  const parameters = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { diagnostics } = JSON.parse(outputOf(process.execPath, [biome, ...parameters], folder));
  return diagnostics.map((each: { category: string; location: { path: string } }) => ({
    category: each.category,
    file: each.location.path,
  }));
}

/** What a command prints, also when it ends with an error: linting bad code does. */
function outputOf(command: string, parameters: string[], cwd: string): string {
  try {
    return execFileSync(command, parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
