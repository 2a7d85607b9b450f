import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Stripe, stripeClient } from '@datchain/functions/stripe/client.ts';
import { back } from './launch/back.ts';
import { googleOf, standIn } from './launch/google.ts';
import { apply, type Found, look } from './launch/step.ts';
import { askAgain } from './launch/steps/secrets.ts';
import { steps } from './launch/steps.ts';
import { runCommandLine } from './lib/command-line.ts';
import { pathOf, readProject } from './lib/project-files.ts';

const help = `Prepares the project of deploy/<name>.json at Google, with the application default credentials.

  npm run launch -- plan [<name>]    says what would be done; changes nothing
  npm run launch -- apply [<name>]   does it, and says what is left to a person; the second time there is nothing to do
  npm run launch -- check [<name>]   names all that is missing or differs, and exits with 1
  npm run launch -- secret <SECRET> [<name>]
                                     asks for another value of a secret; "apply" then gives it to the functions
  npm run launch -- back <release> [<name>]
                                     has the functions answer with the code of an earlier release; "back list" names
                                     those that there are

  --skip <step>   leaves a step out, such as functions; it may be given several times

<name> is production if none is given; it may be the path of a file. Nothing is ever deleted. Secrets that cannot be made are asked for, or read
from the standard input, one in a line; none is shown, or kept in a file.`;

const STRIPE_MILLIS = 30_000;

const stripeOf = (secretKey: string): Stripe =>
  stripeClient({
    secretKey,
    apiBase: new URL(standIn('STRIPE_API_BASE') ?? 'https://api.stripe.com'),
    timeoutMs: STRIPE_MILLIS,
  });

/** Asks at the terminal, without showing the answer; else takes the next line of the standard input. */
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
  const content = `${file.project} is as ${pathOf(name)} says${exceptions}.`;
  // Else Google's library looks for the project of the credentials.
  process.env.GOOGLE_CLOUD_PROJECT = file.project;
  process.env.GCLOUD_PROJECT = file.project;
  const reader = secretReader();
  const google = googleOf(file);
  const opening = { google, file, stripe: stripeOf, askSecret: reader.ask };
  try {
    if (release !== undefined) {
      await back(opening, release, console.log);
      return undefined;
    }
    if (secret !== undefined) {
      await askAgain(opening, secret);
      return `${secret} was kept. The functions get it with "apply".`;
    }
    if (command === 'apply') {
      const left = linesOf(await apply(wanted, opening, console.log));
      const end = `Done${exceptions}. What is left is for a person to do.`;
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
