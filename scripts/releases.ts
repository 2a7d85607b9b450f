import { parseArgs } from 'node:util';
import {
  finishRelease,
  resumeReleases,
  stuckReleases,
} from '@datchain/functions/releases/finish.ts';
import { restore, takeDown } from '@datchain/functions/releases/take-down.ts';
import { type Services, services } from '@datchain/functions/services.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { readReason, takenDownLine } from '@datchain/shared/domain/books/take-down.ts';
import { formatDateTime } from '@datchain/shared/domain/format.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { runCommandLine } from './lib/command-line.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

const help = `Lists releases, resumes stuck ones, and takes DATS down or restores them.

  npm run releases -- list                            lists every release with its progress
  npm run releases -- stuck                           lists releases that failed repeatedly, with the reason
  npm run releases -- resume [<id>]                   resumes all open releases, or one of them
  npm run releases -- take-down <id> --reason <text>  hides a DAT from all lists and stops its sale; its
                                                      page shows the reason, owners keep their editions
  npm run releases -- restore <id> --reason <text>    makes it public again

  --dry-run   shows the changes without making them
${whereHelp}
  --help      this text

The reason is public, on the DAT's page and in its history. The ledger is rebuilt automatically.`;

interface Asked {
  readonly id: string | undefined;
  readonly reason: string | undefined;
  readonly isDry: boolean;
}

type Command = (all: Services, asked: Asked) => Promise<readonly string[] | Refusal>;

const PAGE_SIZE = 500;

const line = ({ id, state, songName, artistName, isDone, acceptedAt }: Release): string => {
  const left = isDone ? '' : ', not finished';
  return `${id}  ${state}${left}  ${songName} by ${artistName}  ${formatDateTime(acceptedAt)}`;
};

const trouble = (release: Release): string =>
  `${line(release)}\n  tried ${release.attempts} times: ${release.lastError ?? 'no error noted'}`;

const list: Command = async ({ releases }) => {
  const lines: string[] = [];
  for await (const page of releases.pages(PAGE_SIZE)) lines.push(...page.map(line));
  return lines.length > 0 ? lines : ['Nothing has been released yet.'];
};

const stuck: Command = async (all) => {
  const found = await stuckReleases(all);
  return found.length > 0 ? found.map(trouble) : ['No release is stuck.'];
};

async function resumeOne(all: Services, id: string, isDry: boolean) {
  const release = await all.releases.find(id);
  if (!release) return refuse('not-found', `There is no release with the id ${id}.`);
  if (release.isDone) return [`${id} is finished already.`];
  if (isDry) return [`Would go on with: ${line(release)}`];
  return (await finishRelease(all, release)) ?? [`${id} was taken up again.`];
}

const resume: Command = async (all, { id, isDry }) => {
  if (id !== undefined) return resumeOne(all, id, isDry);
  if (isDry) {
    const open = await all.releases.listOpen(PAGE_SIZE);
    return [`Would go on with ${open.length} releases.`, ...open.map(line)];
  }
  const { looked, failed } = await resumeReleases(all);
  return failed > 0
    ? refuse('unavailable', `${failed} of ${looked} releases failed again; see: stuck`)
    : [`${looked} releases were taken up again.`];
};

const change =
  (verb: string, isDownAfter: boolean, run: typeof takeDown): Command =>
  async (all, { id, reason, isDry }) => {
    if (id === undefined) return refuse('invalid-argument', 'Name the id of a DAT.');
    const text = readReason(reason);
    if (isRefusal(text)) return refuse(text.code, `--reason: ${text.message}`);
    const dat = await all.guards.findDat(id);
    if (!dat) return refuse('not-found', `There is no DAT with the id ${id}.`);
    const now = dat.takenDown ? takenDownLine(dat.takenDown) : 'It is public.';
    if (isDry) return [`${id}: ${now}`, `Would ${verb} it. Reason: ${text}`];
    const outcome = await run(all, { datId: id, reason: text });
    if (isRefusal(outcome)) return outcome;
    const done = isDownAfter ? 'is taken down' : 'is public';
    return [
      outcome.recorded ? `${id} ${done}. Reason: ${text}` : `${id} ${done} already. ${now}`,
      `${all.environment.siteUrl}/viewdat/${id}`,
    ];
  };

const commands: Readonly<Record<string, Command>> = {
  list,
  stuck,
  resume,
  'take-down': change('take down', true, takeDown),
  restore: change('restore', false, restore),
};

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      ...whereOptions,
      'dry-run': { type: 'boolean', default: false },
      reason: { type: 'string' },
    },
  });
  const [name = '', id, ...more] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (values.help) return help;
  if (!command || more.length > 0) {
    throw new Error(more.length > 0 ? `What is ${more[0]}? See --help.` : help);
  }
  pointToProject(values);
  const asked = { id, reason: values.reason, isDry: values['dry-run'] };
  const outcome = await command(services(), asked);
  if (isRefusal(outcome)) throw new Error(outcome.message);
  return outcome.join('\n');
}

await runCommandLine(main);
