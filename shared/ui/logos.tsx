import { datchainWord, northQuayRing, overtoneWord } from './logo-outlines.ts';

/*
 * The three logos of the landing, drawn on the same 294 by 256 sheet so that they line up in a row.
 * Their colours are fixed: the landing does not change with the theme. The link around each one
 * carries its name.
 */

const ink = '#141414';
const cobalt = '#2138d4';

/** The music brand: a harmonic series in bars, the first whole, the fifth in five. */
export function OvertoneLogo() {
  const rows = [1, 2, 3, 4, 5];
  const bars = rows.flatMap((count, row) => {
    const width = (195 - 7 * (count - 1)) / count;
    return Array.from({ length: count }, (_, index) => {
      const x = 49 + index * (width + 7);
      return `M${x.toFixed(1)} ${row * 40.5}h${width.toFixed(1)}v33.5h-${width.toFixed(1)}z`;
    });
  });
  return (
    <svg className="logo" viewBox="0 0 294 256" aria-hidden="true">
      <path fill={ink} d={bars.join('')} />
      <path fill={ink} transform="translate(69 247) scale(.0388)" d={overtoneWord} />
    </svg>
  );
}

/** The chain brand: the sleeve and its record. */
export function DatchainLogo() {
  return (
    <svg className="logo" viewBox="0 0 294 256" aria-hidden="true">
      <circle fill={cobalt} cx="194" cy="98" r="95" />
      <circle fill="#fff" cx="194" cy="98" r="15.5" />
      <path fill={ink} d="M2 0h196v196H2z" />
      <path fill={ink} transform="translate(71 247) scale(.0388)" d={datchainWord} />
    </svg>
  );
}

/** The record label's round sticker, its name running twice round the rim. */
export function NorthQuayLogo() {
  return (
    <svg className="logo" viewBox="0 0 294 256" aria-hidden="true">
      <circle fill={ink} cx="147" cy="128" r="128" />
      <circle fill="#fff" cx="147" cy="128" r="77" />
      <path fill={cobalt} d="M70 128a77 77 0 0 0 154 0z" />
      <circle fill={ink} cx="147" cy="128" r="10" />
      <g fill="#fff" transform="translate(19) scale(.1)">
        <path d={northQuayRing} />
        <path d={northQuayRing} transform="rotate(180 1280 1280)" />
        <path d="M182 1250h60v60h-60zM2318 1250h60v60h-60z" />
      </g>
    </svg>
  );
}
