/** The lines of a file, without their ends; what follows the last end is none. */
export function* linesOf(bytes: Buffer): Iterable<string> {
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
