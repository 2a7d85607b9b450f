const widths = { short: 'bone bone-short', middle: 'bone', long: 'bone bone-long' };

type BoneProps = {
  width?: keyof typeof widths;
  /** The text itself where it is known: the place takes as many lines as it will. */
  text?: string;
};

/** The place of a text that is on its way: as high as a line, or as the text. */
export const Bone = ({ width = 'middle', text = '\u00a0' }: BoneProps) => (
  <span className={widths[width]}>
    <span>{text}</span>
  </span>
);

/** The place of lines of labels with their values, as a FactList draws them. */
export const BoneFacts = ({ lines, total = false }: { lines: number; total?: boolean }) => (
  <dl className="fact-list">
    {Array.from({ length: lines }, (_, line) => line).map((line) => (
      <div key={line} className={total && line === lines - 1 ? 'fact-total' : undefined}>
        <dt>
          <Bone />
        </dt>
        <dd className={total && line === lines - 1 ? 'figure-medium' : undefined}>
          <Bone width="short" />
        </dd>
      </div>
    ))}
  </dl>
);
