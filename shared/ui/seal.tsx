import { sealRings } from './seal-rings.ts';

export function Seal({
  datId,
  edition,
  className,
}: {
  datId: string;
  edition: number;
  className: string;
}) {
  return (
    <svg className={className} viewBox="0 0 120 120" aria-hidden="true">
      {sealRings(datId, edition).map((ring) => (
        <path key={ring} d={ring} />
      ))}
      <circle cx="60" cy="60" r="17" />
      <circle cx="60" cy="60" r="3" className="certificate-seal-hole" />
    </svg>
  );
}
