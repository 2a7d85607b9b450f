import type { Millis } from '@datchain/shared/domain/units.ts';
import { openPathStream } from './path-stream.ts';

export interface FeedState {
  readonly values: Readonly<Record<string, unknown>>;
  readonly connected: boolean;
  /** The time of the last message; undefined before the first. */
  readonly heardAt: Millis | undefined;
}

interface FeedOptions {
  readonly paths: readonly string[];
  readonly urlOf: (path: string) => string;
  readonly onState: (state: FeedState) => void;
}

/**
 * Streams the paths, and reports at most once per animation frame, once every path has a value. Returns the close
 * function.
 */
export function openFeed({ paths, urlOf, onState }: FeedOptions): () => void {
  const values: Record<string, unknown> = {};
  const up = new Set<string>();
  let heardAt: Millis | undefined;
  let frame = 0;

  const report = () => {
    frame = 0;
    onState({ values: { ...values }, connected: up.size === paths.length, heardAt });
  };
  const soon = () => {
    frame ||= requestAnimationFrame(report);
  };
  const closes = paths.map((path) =>
    openPathStream({
      url: urlOf(path),
      onValue: (value) => {
        values[path] = value;
        up.add(path);
        heardAt = Date.now();
        if (paths.every((each) => each in values)) soon();
      },
      onDown: () => {
        up.delete(path);
        soon();
      },
    }),
  );
  return () => {
    cancelAnimationFrame(frame);
    for (const close of closes) close();
  };
}
