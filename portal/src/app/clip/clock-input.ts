/** Parses minutes and seconds (`m:ss`), or seconds alone; undefined for anything else. */
export function parseClock(typed: string): number | undefined {
  const [, minutes = '', seconds = ''] = /^\s*(?:(\d{1,2}):)?(\d{1,4})\s*$/.exec(typed) ?? [];
  if (seconds === '' || (minutes !== '' && (seconds.length !== 2 || Number(seconds) > 59))) {
    return undefined;
  }
  return Number(minutes) * 60 + Number(seconds);
}
