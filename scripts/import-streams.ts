import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { clock } from '@datchain/functions/clock.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import { liveDatabase } from '@datchain/functions/stores/live-database.ts';
import { importFiles, type Said } from '@datchain/functions/streams/import-files.ts';
import { Unclear } from '@datchain/functions/streams/links.ts';
import { type Platform, readPlatform } from '@datchain/shared/domain/streams/platforms.ts';
import type { SlashDates } from '@datchain/shared/domain/streams/values.ts';
import { tellRun } from './import-streams/tell.ts';
import { progress } from './lib/progress.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

const help = `Takes reports of streams and publishes them on the analytics pages.

  npm run import-streams -- [options] <file>…

Known by their header: our own CSV (date,platform,streams,content_id,isrc,title,artist, optionally
downloads), Spotify for Artists song timeline, Apple Music for Artists songs, DistroKid, TuneCore,
Apple Summary Streams and Content. Files may be gzip or zip. Lines whose song is no DAT yet wait in a
queue that every run looks at again. The same file changes nothing. Rows are credited only to a work
that they name beyond doubt: by an ISRC or id that it has, or by exactly its title and artist.

  --dry-run            reads and decides everything, writes nothing
  --platform <name>    spotify, apple_music, amazon_music or spndat: for a timeline, what it is of;
                       for other files, take only these lines
  --dat <id>           the DAT a timeline is about
  --song <title>       the same by its title, with --artist when several have it
  --artist <name>      whose songs they are, for files that name no artist
  --dates <mdy|dmy>    how days like 3/5/2025 are meant
  --made-at <time>     when the file was exported; without it, when the file last changed, as a zip says
                       of the files in it. Needed when a copy or an archive gave the file an older time
                       than the days in it
  --name <name>        the name the file was downloaded under
  --complete           a distributor's report is the whole batch, even where it has fewer lines
  --link <name>=<id>   a name of a waiting song is this DAT's, which learns it: title:… takes the rows
                       spelt so, isrc:…, content:… or apple:… all with this id; may be repeated
  --unlink <name>=<id> undoes a wrong link: its rows wait again, and its days are corrected. Payments
                       follow for the last two years
  --drop <name>        takes a waiting song out of the queue, with --reason <text>; both are kept
  --take-back          the files were a mistake, such as a timeline with another song's --dat: all that they
                       were credited is taken back, and they may be imported again
  --by <who>           who imports, for the record
${whereHelp}
  --help`;

const readOptions = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      ...whereOptions,
      'dry-run': { type: 'boolean' },
      complete: { type: 'boolean' },
      platform: { type: 'string' },
      dat: { type: 'string' },
      song: { type: 'string' },
      artist: { type: 'string' },
      dates: { type: 'string' },
      'made-at': { type: 'string' },
      name: { type: 'string' },
      by: { type: 'string' },
      link: { type: 'string', multiple: true },
      unlink: { type: 'string', multiple: true },
      drop: { type: 'string', multiple: true },
      'take-back': { type: 'boolean' },
      reason: { type: 'string' },
    },
  });

type Options = ReturnType<typeof readOptions>['values'];

function platformOf({ platform }: Options): Platform | undefined {
  const read = platform === undefined ? undefined : readPlatform(platform);
  if (platform !== undefined && !read) throw new Unclear(`"${platform}" is no platform.`);
  return read;
}

function slashDatesOf({ dates }: Options): SlashDates | undefined {
  if (dates === undefined || dates === 'mdy' || dates === 'dmy') return dates;
  throw new Unclear('--dates is mdy or dmy.');
}

function madeAtOf(options: Options): number | undefined {
  const text = options['made-at'];
  const at = text === undefined ? undefined : Date.parse(text);
  if (Number.isNaN(at)) throw new Unclear('--made-at is a time like 2026-07-31T12:00:00Z.');
  return at;
}

const linksOf = (option: 'link' | 'unlink', given: readonly string[] = []) =>
  given.map((each) => {
    const [, name, datId] = /^((?:isrc|content|apple|title):.+)=([\w-]+)$/s.exec(each) ?? [];
    if (name === undefined || datId === undefined) {
      throw new Unclear(`--${option} is a name from the queue, "=" and the id of a DAT.`);
    }
    return { name, datId };
  });

function dropsOf({ drop = [], reason = '' }: Options) {
  if (drop.length > 0 && !reason.trim()) throw new Unclear('--drop needs a --reason.');
  return drop.map((name) => ({ name, reason: reason.trim() }));
}

const saidIn = (options: Options): Said => ({
  dat: options.dat,
  song: options.song,
  artist: options.artist,
  name: options.name,
  complete: options.complete,
  platform: platformOf(options),
  slashDates: slashDatesOf(options),
  madeAt: madeAtOf(options),
  links: linksOf('link', options.link),
  unlinks: linksOf('unlink', options.unlink),
  drops: dropsOf(options),
  takeBack: options['take-back'],
  by: options.by ?? userInfo().username,
});

function checkTogether(options: Options): void {
  const others = (['dat', 'link', 'unlink', 'drop'] as const).filter((one) => options[one]?.length);
  if (options['take-back'] && others.length > 0) {
    throw new Unclear(`--take-back takes back all of a file: it goes without --${others[0]}.`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readOptions();
  if (values.help) {
    console.log(help);
    return;
  }
  checkTogether(values);
  const said = saidIn(values);
  pointToProject(values);
  const isDry = values['dry-run'] ?? false;
  const outcome = await importFiles(positionals, {
    store: firestoreStore(firestore()),
    live: liveDatabase(),
    now: clock.now,
    said,
    isDry,
    onRows: (name, rows) => progress(`${name}: ${rows.toLocaleString('en-US')} rows read`),
  });
  for (const line of tellRun(outcome, isDry)) console.log(line);
  if (outcome.files.some(({ kind }) => kind === 'refused')) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof Unclear ||
    (error instanceof TypeError &&
      String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')) ||
    (error as { code?: string }).code === 'ENOENT';
  if (!isExpected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
