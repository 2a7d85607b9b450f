const TOKEN = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/g;
const FOREIGN_ESCAPE = /\\(?![sSwWdD])[A-Za-z0-9]/;

/**
 * Why the Realtime Database would not understand a pattern that JavaScript does; null when it
 * would. Its patterns are a subset, so one that works here must be inside it.
 */
export function findPatternProblem(source: string, flags: string): string | null {
  if (flags !== '' && flags !== 'i') {
    return 'regular expressions do not support flags other than i';
  }
  let previous = '';
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if ((token.startsWith('\\') || token.startsWith('[')) && FOREIGN_ESCAPE.test(token)) {
      return `Of the escapes with a letter or digit, patterns know only \\s \\w \\d \\S \\W \\D`;
    }
    if (token === '^' && index > 0) return '^ may only begin a pattern';
    if (token === '$' && index < source.length - 1) return '$ may only end a pattern';
    if (token === '?' && previous === '(') return 'Patterns have no (?…) groups';
    if (token === '?' && /^[*+?}]$/.test(previous)) return 'Patterns have no lazy repetition';
    previous = token;
  }
  return null;
}
