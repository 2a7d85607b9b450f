/** An arrow. All icons are decorative and have the colour of their text. */

export function ArrowIcon() {
  return (
    <svg className="arrow" viewBox="0 0 12 12" aria-hidden="true">
      <path d="M0 6h11M6.5 1.5 11 6l-4.5 4.5" />
    </svg>
  );
}

export function ChevronIcon() {
  return (
    <svg className="chevron" viewBox="0 0 8 8" aria-hidden="true">
      <path d="m.7 2.5 3.3 3.2 3.3-3.2" />
    </svg>
  );
}

export function ExternalIcon() {
  return (
    <svg className="external" viewBox="0 0 8 8" aria-hidden="true">
      <path d="M1 7 7 1M2.2 1H7v4.8" />
    </svg>
  );
}

export function CloseIcon() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m1.5 1.5 13 13m0-13-13 13" />
    </svg>
  );
}

export function MinusIcon() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 8h10" />
    </svg>
  );
}

export function PlusIcon() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 8h10M8 3v10" />
    </svg>
  );
}

export function MoreIcon() {
  return (
    <svg className="icon more" viewBox="0 0 20 4" aria-hidden="true">
      <path d="M2 2h.01M10 2h.01M18 2h.01" />
    </svg>
  );
}
