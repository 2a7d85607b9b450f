import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRepository } from '../lib/root.ts';

type Case = { file: string; source: string; rule: string | undefined };

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

const pageImports = (from: string, isAllowed: boolean): Case => ({
  file: 'ledger/src/pages/a.astro',
  source: `---\nimport { something } from '${from}';\n\nsomething();\n---\n<p />\n`,
  rule: isAllowed ? undefined : 'lint/style/noRestrictedImports',
});

const cases: Case[] = [
  // Dependency Cruiser cannot read Astro files.
  pageImports('@datchain/portal/lib/session/auth.ts', true),
  pageImports('@datchain/functions/clock.ts', false),
  pageImports('firebase/firestore', false),
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

describe('the rules for what code may use, import and position', () => {
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
    'the lint rules judge $file: $line',
    ({ file, at, rule }) => {
      const broken = found.filter((each) => each.file === placed(file, at));
      const rules = broken.map(({ category }) => category);
      expect(rules.filter((category) => /noRestrictedImports|plugin/.test(category))).toEqual(
        rule ? [rule] : [],
      );
    },
  );
});

const placed = (file: string, at: number): string =>
  file === 'functions/clock.ts'
    ? file
    : file.replace(/(\w+)(\.test)?\.(ts|css|astro)$/, `$1${at}$2.$3`);

function lint(folder: string): { category: string; file: string }[] {
  const biome = inRepository('node_modules/@biomejs/biome/bin/biome');
  const parameters = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { diagnostics } = JSON.parse(outputOf(process.execPath, [biome, ...parameters], folder));
  return diagnostics.map((each: { category: string; location: { path: string } }) => ({
    category: each.category,
    file: each.location.path,
  }));
}

/** Returns a command's output even after an error exit: linting bad code fails. */
function outputOf(command: string, parameters: string[], cwd: string): string {
  try {
    return execFileSync(command, parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
