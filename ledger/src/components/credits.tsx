import type { CreditGroup } from '../views/dat-view.ts';

/** Credits by category, always all five (SPEC §2, DAT detail). */
export function Credits({ groups }: { groups: readonly CreditGroup[] }) {
  return (
    <section className="section" aria-labelledby="credits-title">
      <h2 id="credits-title" className="h2 section-rule">
        Credits
      </h2>
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
    </section>
  );
}
