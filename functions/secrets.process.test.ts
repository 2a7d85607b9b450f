import { readFile } from 'node:fs/promises';
import { listHandlers } from '@datchain/emulators/stack/functions-exports.ts';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import * as source from './index.ts';

/** How code reads what each secret is for; all of it goes through the services. */
const reads: Readonly<Record<string, RegExp>> = {
  STRIPE_SECRET_KEY: /(\.|[{,] ?)(checkout|connect|payments|stripe)\b(?!["'`:])/,
  STRIPE_WEBHOOK_SECRET: /\bwebhookSecret\b/,
  REBUILD_TOKEN: /[.{] ?rebuild\b/,
  PUBLIC_LOG_KEY: /\bpublicLogKeys\b/,
  MAIL_API_KEY: /\bmailGateway\b/,
  MAIL_LINK_KEY: /\bmailLinkKey\b/,
};

/** Makers of functions: not called, those that are not exported go, with all that only they reach. */
const makers = /= (defineCall|defineOpen|onSchedule|onRequest|together)\(/g;

/** Our own code that one exported function can reach, without the wiring that knows all of it. */
async function reachOf(name: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${name} } from './index.ts'`,
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
  // The bundler notes where code comes from, and file names say what the code does not.
  return (outputFiles[0]?.text ?? '').replaceAll(/^\s*\/\/.*$/gm, '');
}

const handlers = listHandlers(source);

describe('each function is given the secrets that it uses, and no others', () => {
  test.each(handlers.map(({ name }) => name))('%s', async (name) => {
    const code = await reachOf(name);
    const used = Object.keys(reads).filter((secret) => reads[secret]?.test(code));
    const endpoint = handlers.find((one) => one.name === name)?.handler.__endpoint as {
      secretEnvironmentVariables?: { key: string }[];
    };
    const given = (endpoint.secretEnvironmentVariables ?? []).map(({ key }) => key);
    expect(given.sort()).toEqual(used.sort());
  });
});
