import type { Flat } from '@datchain/shared/domain/public-log/canonical.ts';
import { datHref, lineHref } from '../../views/page/addresses.ts';

const linkTo = (href: string, text: string): HTMLAnchorElement =>
  Object.assign(document.createElement('a'), { href, textContent: text });

function shownAs(name: string, value: string | number): Node {
  if (name === 'corrects' && value !== 0) return linkTo(lineHref(Number(value)), String(value));
  if (name === 'datId') return linkTo(datHref(String(value)), String(value));
  return document.createTextNode(String(value));
}

export function lineMembers(line: Flat): HTMLDListElement {
  const list = document.createElement('dl');
  list.className = 'line-members';
  for (const [name, value] of Object.entries(line)) {
    const [term, said] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = name;
    said.append(shownAs(name, value));
    list.append(term, said);
  }
  return list;
}
