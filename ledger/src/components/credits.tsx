import type { CreditGroup } from '../views/dat/dat-view.ts';

type CreditsProps = {
  groups: readonly CreditGroup[];
  /** The ISRC and the like, each with its name. */
  codes: readonly string[];
  /** The ℗ and © lines, with their signs. */
  rights: readonly string[];
};

/** Credits by category, always all five (R-VIEW-04), and whose the recording is. */
export function Credits({ groups, codes, rights }: CreditsProps) {
  return (
    <section className="section" aria-labelledby="credits-title">
      <div className="section-head section-rule credits-head">
        <h2 id="credits-title" className="h2">
          Credits
        </h2>
        {codes.map((line) => (
          <p key={line} className="micro">
            {line}
          </p>
        ))}
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
