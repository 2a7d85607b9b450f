import type { CreditGroup } from '../views/dat-view.ts';

type CreditsProps = {
  groups: readonly CreditGroup[];
  isrc: string | undefined;
  /** The ℗ and © lines, with their signs. */
  rights: readonly string[];
};

/** Credits by category, always all five (R-VIEW-04), and whose the recording is. */
export function Credits({ groups, isrc, rights }: CreditsProps) {
  return (
    <section className="section" aria-labelledby="credits-title">
      <div className="section-head section-rule credits-head">
        <h2 id="credits-title" className="h2">
          Credits
        </h2>
        {isrc && <p className="micro">ISRC {isrc}</p>}
      </div>
      <dl className="credits">
        {groups.map(({ label, names }) => (
          <div key={label}>
            <dt>{label}</dt>
            {names.map(({ text, href }) => (
              <dd key={text} dir="auto">
                {href ? <a href={href}>{text}</a> : text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {rights.length > 0 && (
        <p className="micro credits-rights">
          {rights.map((line) => (
            <span key={line} dir="auto">
              {line}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
