const widths = {
  short: 'skeleton-text skeleton-text-short',
  middle: 'skeleton-text',
  long: 'skeleton-text skeleton-text-long',
};

type SkeletonTextProps = {
  width?: keyof typeof widths;
  /** The text itself where it is known, so that the placeholder takes as many lines. */
  text?: string;
};

export const SkeletonText = ({ width = 'middle', text = '\u00a0' }: SkeletonTextProps) => (
  <span className={widths[width]}>
    <span>{text}</span>
  </span>
);

export const SkeletonFacts = ({ lines, total = false }: { lines: number; total?: boolean }) => (
  <dl className="fact-list">
    {Array.from({ length: lines }, (_, line) => line).map((line) => (
      <div key={line} className={total && line === lines - 1 ? 'fact-total' : undefined}>
        <dt>
          <SkeletonText />
        </dt>
        <dd className={total && line === lines - 1 ? 'figure-medium' : undefined}>
          <SkeletonText width="short" />
        </dd>
      </div>
    ))}
  </dl>
);
