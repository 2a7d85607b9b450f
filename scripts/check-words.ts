import { readFileSync } from 'node:fs';
import { gitFiles } from './lib/git-files.ts';
import { inRepository } from './lib/root.ts';

interface Habit {
  readonly rule: string;
  readonly pattern: RegExp;
}

const inComments: readonly Habit[] = [
  {
    rule: 'a comment begins with a verb, or with the thing it is about',
    pattern:
      /^(What|The same|The others?|Of|Who|Whoever|Whom|Those|These|One that|One who|One of|Such|So many|As many|All that|Those that|That which|Which)\b/,
  },
  {
    rule: 'a comment names the thing in the field’s terms',
    pattern:
      /\b(for good|all the same|is none|are none|by itself,|of before|from before|is asked for|to be told|is said of|of today|as it is read|told (of|about)|that is none|what is there|in the end|once more|for it alone|whose is|nothing of|no more than that)\b/i,
  },
];

const inTitles: Habit = {
  rule: 'a test title is a sentence with a subject',
  pattern: /^(of|what|who|whoever|whose|which|for|with what|by|from|the same)\b/i,
};

const inLiterals: Habit = {
  rule: 'a literal has one property a line',
  pattern: /\.\.\.(?:\{ \w+[:,]|\['[^']*',)/g,
};

interface Found {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Lists the comments of a file; lines with `//` below each other are one comment. */
function readComments(source: string): Found[] {
  const comments = /\/\*\*([\s\S]*?)\*\/|(?<=^[ \t]*)\/\/(.*(?:\n[ \t]*\/\/.*)*)/gm;
  return [...source.matchAll(comments)].map(({ 1: block, 2: lines, index }) => ({
    line: lineAt(source, index),
    text: (block ?? lines ?? '').replace(/^[ \t]*(\*|\/\/)? ?/gm, '').trim(),
  }));
}

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;

function readTitles(source: string): Found[] {
  const titles = /\b(?:it|test|journey)(?:\.\w+)*\(\s*(['"`])(?:\[[^\]]*\]\s*)*(.*?)\1/g;
  return [...source.matchAll(titles)].map(({ 2: text = '', index }) => ({
    line: lineAt(source, index),
    text,
  }));
}

/** Finds the habits in a file, as `<file>:<line> <rule>: <text>`. */
export function wordProblems(file: string, source: string): string[] {
  const tell = ({ line, text }: Found, { rule }: Habit) =>
    `${file}:${line} ${rule}: ${text.split('\n')[0]}`;
  const isTest = /(test|spec|cases)/.test(file);
  return [
    ...readComments(source).flatMap((comment) =>
      inComments
        .filter(({ pattern }) => pattern.test(comment.text))
        .map((habit) => tell(comment, habit)),
    ),
    ...(isTest ? readTitles(source) : [])
      .filter(({ text }) => inTitles.pattern.test(text))
      .map((title) => tell(title, inTitles)),
    ...[...source.matchAll(inLiterals.pattern)].map(({ 0: text, index }) =>
      tell({ line: lineAt(source, index), text }, inLiterals),
    ),
  ];
}

export function checkWords(): string[] {
  const files = gitFiles('*.ts', '*.tsx', '*.astro', '*.mjs', '*.py');
  return files.flatMap((file) => wordProblems(file, readFileSync(inRepository(file), 'utf8')));
}
