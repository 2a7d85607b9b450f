export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 306 198" aria-hidden="true">
      <circle className="disc" cx="209" cy="99" r="97" />
      <circle className="hole" cx="207" cy="99" r="18" />
      <path className="sleeve" d="M0 0h198v198H0z" />
    </svg>
  );
}
