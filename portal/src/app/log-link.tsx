import { UNKNOWN } from '@datchain/shared/domain/format.ts';

/** To these lines of the public log; a dash where it has none, or they are not published yet. */
export function LogLink({ numbers }: { numbers: readonly number[] }) {
  if (numbers.length === 0) return UNKNOWN;
  const text = numbers.length === 1 ? `Line ${numbers[0]}` : `${numbers.length} lines`;
  return (
    <a className="row-link" href={logPath(numbers)}>
      {text}
    </a>
  );
}

/** Where lines of the public log are shown, by their numbers. */
export const logPath = (numbers: readonly number[]): string =>
  `/verify#${numbers.length === 1 ? 'line' : 'lines'}-${numbers.join(',')}`;
