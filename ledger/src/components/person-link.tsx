/** A person by name, as a link to their page where they have one (N-FST-08). */
export const PersonLink = ({ name, href }: { name: string; href: string | undefined }) =>
  href ? <a href={href}>{name}</a> : name;
