/** A mutant that no test can notice, and why. */
export interface Explained {
  readonly file: string;
  /** The line as it stands, spaces collapsed, and what the mutant has in place of a part of it. */
  readonly code: string;
  readonly replacement: string;
  readonly why: string;
}

export const explained: readonly Explained[] = [
  {
    file: 'shared/domain/books/clawback.ts',
    code: 'const { listedIn: listedBefore = [] } = before;',
    replacement: '["Stryker was here"]',
    why: 'What is no block has no listing, so nothing of it changes, and only what changed is named.',
  },
  {
    file: 'shared/domain/books/distribute.ts',
    code: 'micros: part.micros - (was[index]?.micros ?? 0),',
    replacement: 'was[index].micros',
    why: 'Two figures of one day have the same parts in the same order; types do not know that.',
  },
  {
    file: 'shared/domain/books/payouts.ts',
    code: "if (missing > 0) throw new RangeError('takeOldest: the days do not cover the amount');",
    replacement: 'false',
    why: 'The amount was checked against the same days; the line keeps it so if that ever changes.',
  },
  {
    file: 'shared/domain/books/payouts.ts',
    code: "if (missing > 0) throw new RangeError('takeOldest: the days do not cover the amount');",
    replacement: '""',
    why: 'The text of that error: only a mistake in the code could reach it.',
  },
  {
    file: 'shared/domain/payout.ts',
    code: 'Math.abs(usd) > EXACT_USD || Math.round(usd * CENTS_PER_USD) / CENTS_PER_USD === usd;',
    replacement: 'Math.abs(usd) >= EXACT_USD',
    why: 'EXACT_USD itself is a number of whole cents.',
  },
  {
    file: 'shared/domain/payout.ts',
    code: "if (typeof amountUsd !== 'number' || !Number.isFinite(amountUsd) || !isWholeCents(amountUsd)) {",
    replacement: 'false',
    why: 'Number.isFinite refuses what is no number; this tells the types so.',
  },
  {
    file: 'shared/domain/payout.ts',
    code: 'return Number(rounded < available ? rounded : available);',
    replacement: 'rounded <= available',
    why: 'The lesser of two that are equal is either.',
  },
  {
    file: 'shared/domain/list-tokens.ts',
    code: "if (typeof priceUsd !== 'number' || !Number.isFinite(priceUsd) || priceUsd < 0.01) {",
    replacement: 'false',
    why: 'Number.isFinite refuses what is no number; this tells the types so.',
  },
  {
    file: 'shared/domain/eligible-credits.ts',
    code: 'const byDate = (a: { date: string }, b: { date: string }): number => (a.date < b.date ? -1 : 1);',
    replacement: 'a.date <= b.date',
    why: 'No day is there twice.',
  },
  {
    file: 'shared/domain/release-files.ts',
    code: "return lookUp(extensions, /\\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '');",
    replacement: '/\\.([^.]*)$/.exec(name)?.[1].toLowerCase',
    why: 'What matches has this part; types do not know that.',
  },
  {
    file: 'shared/domain/release-files.ts',
    code: "return lookUp(extensions, /\\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '');",
    replacement: '"Stryker was here!"',
    why: 'Neither is an extension of a file that is accepted.',
  },
  {
    file: 'shared/domain/confirmed-email.ts',
    code: "export const confirmEmailText = 'Confirm your e-mail address first.';",
    replacement: '""',
    why: 'A sentence alone: what says it, calls and screens, is proven where it is said.',
  },
  {
    file: 'shared/domain/call-wire.ts',
    code: '} catch {',
    replacement: '{}',
    why: 'What returns nothing returns undefined.',
  },
  {
    file: 'shared/domain/dats.ts',
    code: '[...dats].sort((a, b) => (b.releasedAt ?? -1) - (a.releasedAt ?? -1) || (a.id < b.id ? -1 : 1));',
    replacement: 'a.id <= b.id',
    why: 'No two DATS have the same id.',
  },
  {
    file: 'shared/domain/units.ts',
    code: 'return Math.abs(dollars * CENTS_PER_USD - cents) < 1e-6 ? cents : Number.NaN;',
    replacement: 'Math.abs(dollars * CENTS_PER_USD - cents) <= 1e-6',
    why: 'No number of dollars lies exactly so far from a cent.',
  },
  {
    file: 'shared/domain/release/artist-name.ts',
    code: "for (const word of name.normalize('NFKC').match(/[\\p{L}\\p{M}\\p{N}]+/gu) ?? []) {",
    replacement: '["Stryker was here"]',
    why: 'A name without any word has nothing to mix: these are three words of one script.',
  },
  {
    file: 'shared/domain/release/contributors.ts',
    code: 'contributorLists.find((one) => one.list === list)?.most ?? 0;',
    replacement: 'contributorLists.find(one => one.list === list).most',
    why: 'Every list is in the table; types do not know that.',
  },
  {
    file: 'shared/domain/release/search-summaries.ts',
    code: "const folded = (text: string): string => text.normalize('NFKD').replace(marks, '').toLowerCase();",
    replacement: "text.normalize('NFKD').replace(marks, '').toUpperCase()",
    why: 'Capital or small, as long as all letters are one of them.',
  },
  {
    file: 'shared/domain/release/search-summaries.ts',
    code: 'const words = query.split(/\\s+/);',
    replacement: '/\\s/',
    why: 'An empty word between two spaces is found everywhere.',
  },
  {
    file: 'shared/domain/public-log/canonical.ts',
    code: '} catch {',
    replacement: '{}',
    why: 'What returns nothing returns undefined.',
  },
  {
    file: 'shared/domain/public-log/keys.ts',
    code: '} catch {',
    replacement: '{}',
    why: 'What returns nothing returns undefined.',
  },
  {
    file: 'shared/domain/public-books/book-day.ts',
    code: '.sort((a, b) => (a.date < b.date ? -1 : 1));',
    replacement: 'a.date <= b.date',
    why: 'No day is there twice.',
  },
  {
    file: 'shared/domain/streams/claims.ts',
    code: 'a.until > b.until || (a.until === b.until && a.file > b.file) ? a : b;',
    replacement: 'a.file >= b.file',
    why: 'Of one file with itself either is the last.',
  },
  {
    file: 'shared/domain/streams/days.ts',
    code: 'const [, year, month, day] = /^(\\d{4})-(\\d{2})-(\\d{2})$/.exec(text) ?? [];',
    replacement: '["Stryker was here"]',
    why: 'What does not match has no parts: only those behind the first are asked for.',
  },
  {
    file: 'shared/domain/streams/days.ts',
    code: "const [year = '', number = ''] = week.split('-W');",
    replacement: '"Stryker was here!"',
    why: 'An ISO week has both parts; types do not know that.',
  },
  {
    file: 'shared/domain/streams/settle.ts',
    code: 'if (!first || !lastPlayed) return new Map();',
    replacement: 'false',
    why: 'Without a first day none is kept either; types do not know that.',
  },
  {
    file: 'shared/domain/streams/settle.ts',
    code: 'if (!first || !lastPlayed) return new Map();',
    replacement: '!first && !lastPlayed',
    why: 'Where one day was played there are a first and a last.',
  },
  {
    file: 'shared/domain/streams/shelf.ts',
    code: 'const fromDays = all.reduce((sum, day) => sum + (days.get(day)?.streams ?? 0), 0);',
    replacement: 'days.get(day).streams',
    why: 'Every day is there, the line before has seen to it; types do not know that.',
  },
  {
    file: 'shared/domain/streams/shelf.ts',
    code: 'const current = currentClaim(all[kind][source]?.[period]?.[part] ?? []);',
    replacement: '["Stryker was here"]',
    why: 'Only what is settled counts, and a text is not.',
  },
  {
    file: 'shared/domain/streams/figures.ts',
    code: 'if (!last) return undefined;',
    replacement: 'false',
    why: 'Without a newest period there are no sums either, and the next line ends it; types do not know that.',
  },
  {
    file: 'shared/domain/streams/figures.ts',
    code: 'return downloads === undefined ? { streams, isPartial } : { streams, downloads, isPartial };',
    replacement: 'false',
    why: 'Downloads that are undefined count as none, present or not.',
  },
  {
    file: 'shared/domain/streams/figures.ts',
    code: 'days.length === 0 ? {} : { upTo: days.reduce((a, b) => (a > b ? a : b)) };',
    replacement: 'a >= b',
    why: 'Of two equal days either is the later one.',
  },
  {
    file: 'shared/domain/streams/figures.ts',
    code: 'total: sumOf(later.map((day) => days[day]?.streams ?? 0)) + sumOf(Object.values(earlier)),',
    replacement: 'days[day].streams',
    why: 'These are the names of the days themselves; types do not know that.',
  },
  {
    file: 'shared/domain/streams/points.ts',
    code: 'return series && series.last > newest ? series.last : newest;',
    replacement: 'series.last >= newest',
    why: 'Of two equal periods either is the newest.',
  },
  {
    file: 'shared/domain/streams/points.ts',
    code: '(series ? pointsOfSeries(span, series) : []).map((point) => [point.period, point]),',
    replacement: '["Stryker was here"]',
    why: 'What is no point is of no period, so none is found in it.',
  },
  {
    file: 'shared/domain/streams/summary.ts',
    code: 'return Object.fromEntries(Object.entries(days).sort(([a], [b]) => (a < b ? -1 : 1)));',
    replacement: 'a <= b',
    why: 'No day is there twice.',
  },
  {
    file: 'shared/domain/streams/works.ts',
    code: "const { datId, contentId = '', appleId = '', title = '', artist = '' } = named;",
    replacement: '"Stryker was here!"',
    why: 'As an identifier of Apple it is no number, so it names nothing.',
  },
  {
    file: 'shared/domain/streams/works.ts',
    code: "const isrc = readIsrc(named.isrc ?? '');",
    replacement: '"Stryker was here!"',
    why: 'It is no ISRC either.',
  },
  {
    file: 'shared/domain/streams/detect.ts',
    code: "const start = lines.join('\\n');",
    replacement: '""',
    why: 'Only the first sign is looked at, and words that lie within a line.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create, update: if isUser(uid) && isPicture(request.resource)',
    replacement: 'update ⇒ write',
    why: 'What this adds is to delete, which is for the same user, and allowed two lines below.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow get: if namesUploader(resource);',
    replacement: 'get ⇒ read',
    why: 'What this adds is to list, where there is no resource that could name its uploader.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create: if isNew() && isPicture(request.resource) && isSized(request.resource, 20)',
    replacement: 'create ⇒ write',
    why: 'What this adds is to change and to delete, where the file is there and isNew() refuses.',
  },
  {
    file: 'rules/storage.rules',
    code: 'allow create: if isNew() && isRecording(request.resource) && isSized(request.resource, 200)',
    replacement: 'create ⇒ write',
    why: 'What this adds is to change and to delete, where the file is there and isNew() refuses.',
  },
  {
    file: 'rules/firestore.rules',
    code: 'allow update: if isUser(uid) && changesOwnDetails(resource.data, request.resource.data, uid);',
    replacement: 'update ⇒ write',
    why: 'What this adds is to create and to delete, where one of the two documents is missing.',
  },
  {
    file: 'rules/firestore.rules',
    code: 'allow update: if followsAFixedUser(resource.data, request.resource.data, uid);',
    replacement: 'update ⇒ write',
    why: 'What this adds is to create and to delete, where one of the two documents is missing.',
  },
  {
    file: 'rules/firestore.rules',
    code: 'allow create, update: if isUser(uid)',
    replacement: 'update ⇒ write',
    why: 'What this adds is to delete, where nothing is left that could mirror the user.',
  },
];
