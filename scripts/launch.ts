import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Stripe, stripeClient } from '@datchain/functions/stripe/client.ts';
import { back } from './launch/back.ts';
import { makeGoogle, standIn } from './launch/google.ts';
import { apply, type Found, look } from './launch/step.ts';
import { askAgain } from './launch/steps/secrets.ts';
import { steps } from './launch/steps.ts';
import { runCommandLine } from './lib/command-line.ts';
import { readProject, resolveProjectFile } from './lib/project-files.ts';

const help = `Prepares the project of deploy/<name>.json at Google, with the application default credentials.

  npm run launch -- plan [<name>]    lists the planned changes without making them
  npm run launch -- apply [<name>]   makes them, and lists the remaining manual tasks; a second run changes nothing
  npm run launch -- check [<name>]   lists everything missing or different; exits with 1 if there is any
  npm run launch -- secret <SECRET> [<name>]
                                     asks for a new value of a secret; "apply" then passes it to the functions
  npm run launch -- back <release> [<name>]
                                     returns the functions to the code of an earlier release; "back list" shows
                                     the available releases

  --skip <step>   skips a step, such as functions; may be repeated

<name> is production by default, or the path of a file. Nothing is ever deleted. Secrets that cannot be generated are
asked for, or read from the standard input, one per line; they are never shown or written to a file.`;

const STRIPE_TIMEOUT_MILLIS = 30_000;

const stripeOf = (secretKey: string): Stripe =>
  stripeClient({
    secretKey,
    apiBase: new URL(standIn('STRIPE_API_BASE') ?? 'https://api.stripe.com'),
    timeoutMillis: STRIPE_TIMEOUT_MILLIS,
  });

/** Reads a secret from the terminal without echo, or else the next line of the standard input. */
function secretReader() {
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  let lines: ReturnType<typeof createInterface> | undefined;
  let given: AsyncIterator<string> | undefined;
  return {
    async ask(name: string, what: string): Promise<string> {
      lines ??= createInterface({ input: stdin, output: quiet, terminal: stdin.isTTY === true });
      stdout.write(`${name}, ${what}: `);
      if (stdin.isTTY) {
        const answer = await lines.question('');
        stdout.write('\n');
        return answer;
      }
      given ??= lines[Symbol.asyncIterator]();
      const { value, done } = await given.next();
      stdout.write('\n');
      if (done) throw new Error(`${name} is missing: the standard input has no more lines.`);
      return value;
    },
    close: () => lines?.close(),
  };
}

const linesOf = (found: readonly Found[]): string[] =>
  found.flatMap(({ step, lacks }) =>
    lacks.map(
      ({ what, mend, isProblem }) =>
        `${step}: ${what}${mend || isProblem ? '' : ' (for a person to do)'}`,
    ),
  );

async function run(): Promise<string | undefined> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, skip: { type: 'string', multiple: true, default: [] } },
  });
  const [command = '', ...rest] = positionals;
  const release = command === 'back' ? rest.shift() : undefined;
  const secret = command === 'secret' ? rest.shift() : undefined;
  const [name = 'production', ...more] = rest;
  if (values.help || positionals.length === 0) return help;
  const isKnown = ['plan', 'apply', 'check'].includes(command) || (release ?? secret);
  if (!isKnown || more.length > 0) {
    throw new Error(`There is no command "${positionals.join(' ')}".\n\n${help}`);
  }
  const unknown = values.skip.find((skipped) => steps.every((step) => step.name !== skipped));
  if (unknown !== undefined) throw new Error(`There is no step ${unknown}.\n\n${help}`);
  const wanted = steps.filter((step) => !values.skip.includes(step.name));
  const file = readProject(name);
  const exceptions = values.skip.length > 0 ? `, but for ${values.skip.join(', ')}: skipped` : '';
  const content = `${file.project} is as ${resolveProjectFile(name)} says${exceptions}.`;
  // Otherwise Google's library uses the project of the credentials.
  process.env.GOOGLE_CLOUD_PROJECT = file.project;
  process.env.GCLOUD_PROJECT = file.project;
  const reader = secretReader();
  const google = makeGoogle(file);
  const opening = { google, file, stripe: stripeOf, askSecret: reader.ask };
  try {
    if (release !== undefined) {
      await back(opening, release, console.log);
      return undefined;
    }
    if (secret !== undefined) {
      await askAgain(opening, secret);
      return `${secret} was saved. The functions get it with "apply".`;
    }
    if (command === 'apply') {
      const left = linesOf(await apply(wanted, opening, console.log));
      const end = `Done${exceptions}. The remaining tasks are manual.`;
      return [...left, left.length === 0 ? content : end].join('\n');
    }
    const found = await look(wanted, opening);
    for (const line of linesOf(found)) console.log(line);
    if (found.every(({ lacks }) => lacks.length === 0)) return content;
    if (command === 'check') process.exitCode = 1;
    else if (found.some(({ lacks }) => lacks.some(({ isProblem }) => isProblem))) {
      return 'More will show once the first of it is done.';
    }
    return undefined;
  } finally {
    reader.close();
  }
}

await runCommandLine(run);
