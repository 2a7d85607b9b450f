import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listHandlers } from '@datchain/stack/functions-exports.ts';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import * as source from './index.ts';
import { type Schedule, schedules } from './jobs/jobs.ts';

const reads: Readonly<Record<string, RegExp>> = {
  STRIPE_SECRET_KEY: /(\.|[{,] ?)(checkout|connect|payments|stripe)\b(?!["'`:])/,
  STRIPE_WEBHOOK_SECRET: /\bwebhookSecret\b/,
  REBUILD_TOKEN: /[.{] ?rebuild\b/,
  PUBLIC_LOG_KEY: /\bpublicLogKeys\b/,
  MAIL_API_KEY: /\bmailGateway\b/,
  MAIL_LINK_KEY: /\bmailLinkKey\b/,
};

/**
 * Calls that make Cloud Functions. The bundler drops a call whose result is not exported, with
 * everything that only this call uses, once the call is inside an arrow function.
 */
const makers = /= (defineCall|defineOpen|onRequest|scheduled|together)\(/g;

const tableOfJobs = join(import.meta.dirname, 'jobs/jobs.ts');

function rowOf(table: string, name: string): string {
  const [row] = new RegExp(`^  '?${name}'?\\b[^]*?(?=^  ('|//|\\w)|^})`, 'm').exec(table) ?? [];
  if (!row) throw new Error(`The table of jobs has no row ${name}.`);
  return row;
}

async function programOf(name: string, { does }: Schedule): Promise<string> {
  const table = await readFile(tableOfJobs, 'utf8');
  const rows = [name, ...does].map((row) => rowOf(table, row)).join('\n');
  const imports = [...table.matchAll(/^import \{ ([^}]+) \} from '\.(\.?\/[^']+)';$/gm)];
  const used = imports.flatMap(([, names = '', from]) =>
    names
      .split(', ')
      .filter((one) => new RegExp(`\\b${one}\\b`).test(rows))
      .map((one) => `export { ${one} } from './jobs/.${from}';`),
  );
  expect(used.length).toBeGreaterThanOrEqual(does.length);
  return used.join('\n');
}

async function reachOf(name: string): Promise<string> {
  const schedule: Schedule | undefined = (schedules as Record<string, Schedule>)[name];
  const { outputFiles } = await build({
    stdin: {
      contents: schedule ? await programOf(name, schedule) : `export { ${name} } from './index.ts'`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    minifySyntax: true,
    legalComments: 'none',
    plugins: [
      {
        name: 'one-function',
        setup(builder) {
          builder.onResolve({ filter: /\/(services|start-up)\.ts$/ }, ({ path }) => ({
            path,
            external: true,
            sideEffects: false,
          }));
          builder.onLoad(
            { filter: /functions\/(calls|jobs|webhooks)\/.*\.ts$/ },
            async ({ path }) => ({
              contents: (await readFile(path, 'utf8')).replaceAll(makers, '= () => $1('),
              loader: 'ts',
            }),
          );
        },
      },
    ],
  });
  // The bundler's comments contain file names, which would match the patterns.
  return (outputFiles[0]?.text ?? '').replaceAll(/^\s*\/\/.*$/gm, '');
}

const handlers = listHandlers(source);

test('every scheduled function has a row in the table of schedules', () => {
  const timed = handlers.filter(({ handler }) => handler.__endpoint.scheduleTrigger);
  expect(timed.map(({ name }) => name).sort()).toEqual(Object.keys(schedules).sort());
});

describe('each function gets the secrets that it uses, and no others', () => {
  test.each(handlers.map(({ name }) => name))(
    '%s has exactly the secrets that its code reads',
    async (name) => {
      const code = await reachOf(name);
      const used = Object.keys(reads).filter((secret) => reads[secret]?.test(code));
      const endpoint = handlers.find((one) => one.name === name)?.handler.__endpoint as {
        secretEnvironmentVariables?: { key: string }[];
      };
      const given = (endpoint.secretEnvironmentVariables ?? []).map(({ key }) => key);
      expect(given.sort()).toEqual(used.sort());
    },
  );
});
