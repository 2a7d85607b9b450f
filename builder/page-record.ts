import { isPortalPath } from '@datchain/shared/domain/portal-paths.ts';
import { decoded } from './site-files.ts';
import { type Attribute, attributeOf, readTags, type Tag } from './tags.ts';

/** Files that a page loads before it can be used; its pictures have budgets of their own. */
export interface Loads {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
}

/** All that the check of a whole site wants to know of a page, found once, where the page is drawn. */
export interface PageRecord extends Loads {
  /** Paths of this site that it links to or loads, each once; without those of the portal. */
  readonly links: readonly string[];
  /** Files that are shown where its address is shared. */
  readonly pictures: readonly string[];
  /** The address under which it wants to be found; empty when it does not. */
  readonly address: readonly string[];
  /** In bytes. */
  readonly length: number;
  readonly problems: readonly string[];
}

/** What is wrong with a page, or with another file of a site. */
export interface Problem {
  readonly page: string;
  readonly problem: string;
}

/** A problem as it is told. */
export const tellProblem = ({ page, problem }: Problem): string => `${page}: ${problem}`;

/** What every page says of itself to search engines and to those who share it, each once. */
const wanted = [
  'language',
  'title',
  'description',
  'viewport',
  'title for sharing',
  'description for sharing',
  'picture for sharing',
  'main heading',
] as const;
type Wanted = (typeof wanted)[number];

/** Those that are said in a `meta` tag, by the name there. */
const metaNames: ReadonlyMap<string | undefined, Wanted> = new Map([
  ['description', 'description'],
  ['viewport', 'viewport'],
  ['og:title', 'title for sharing'],
  ['og:description', 'description for sharing'],
  ['og:image', 'picture for sharing'],
]);

const ofAnySite = /^https?:\/\/[^/]+\/(.+)/s;

/** What is found while the tags of a page are gone through. */
class PageReader {
  readonly #allowedInlineScript: string;
  readonly #paths = new Set<string>();
  readonly #loads = { scripts: [] as string[], styles: [] as string[], fonts: [] as string[] };
  readonly #pictures: string[] = [];
  readonly #addresses: string[] = [];
  readonly #counts = new Map<Wanted, number>();
  #isInHead = true;
  #wantsToBeFound = true;
  #hasStyle = false;
  #hasHandler = false;
  #otherScripts = 0;

  constructor(allowedInlineScript: string) {
    this.#allowedInlineScript = allowedInlineScript;
  }

  read(tag: Tag): void {
    const { name, attributes } = tag;
    for (const attribute of attributes) this.#readAttribute(attribute);
    if (name === 'body') this.#isInHead = false;
    else if (name === 'h1') this.#count('main heading');
    else if (name === 'script') this.#readScript(tag);
    else if (name === 'link') this.#readLink(tag);
    else if (this.#isInHead) this.#readHead(tag);
  }

  #readAttribute({ name, value }: Attribute): void {
    if (name === 'href' || name === 'src') {
      if (value.startsWith('/') && !value.startsWith('//')) {
        this.#paths.add(withoutQuery(decoded(value)));
      }
    } else if (name === 'style') this.#hasStyle = true;
    else if (name.startsWith('on') && /^on[a-z]+$/.test(name)) this.#hasHandler = true;
  }

  #readScript(tag: Tag): void {
    const file = fileOf(attributeOf(tag, 'src'));
    if (file) this.#loads.scripts.push(file);
    const isData = /^application\/(ld\+)?json$/.test(attributeOf(tag, 'type') ?? '');
    if (tag.text !== '' && !isData && tag.text !== this.#allowedInlineScript) {
      this.#otherScripts += 1;
    }
  }

  #readLink(tag: Tag): void {
    const rel = attributeOf(tag, 'rel');
    const href = attributeOf(tag, 'href');
    const file = fileOf(href);
    if (rel === 'stylesheet' && file) this.#loads.styles.push(file);
    const isFont = rel === 'preload' && attributeOf(tag, 'as') === 'font';
    if (isFont && file) this.#loads.fonts.push(file);
    if (rel === 'canonical' && href && this.#isInHead) this.#addresses.push(decoded(href));
  }

  #readHead(tag: Tag): void {
    if (tag.name === 'html' && attributeOf(tag, 'lang')) this.#count('language');
    if (tag.name === 'title' && tag.text !== '') this.#count('title');
    if (tag.name !== 'meta') return;
    const name = attributeOf(tag, 'name') ?? attributeOf(tag, 'property');
    const content = attributeOf(tag, 'content');
    if (!content) return;
    const what = metaNames.get(name);
    if (what) this.#count(what);
    if (name === 'robots' && content === 'noindex') this.#wantsToBeFound = false;
    const [, picture] = (name === 'og:image' && ofAnySite.exec(decoded(content))) || [];
    if (picture) this.#pictures.push(picture);
  }

  #count(what: Wanted): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  #problems(): string[] {
    const problems: string[] = [];
    if (this.#hasStyle) problems.push('has an inline style');
    if (this.#hasHandler) problems.push('has an inline event handler');
    for (let script = 0; script < this.#otherScripts; script += 1) {
      problems.push('has an inline script that the policy does not name');
    }
    for (const what of wanted) {
      const count = this.#counts.get(what) ?? 0;
      if (count !== 1) problems.push(`has ${count === 0 ? 'no' : count} ${what}`);
    }
    const addresses = this.#addresses.length;
    if (this.#wantsToBeFound && addresses !== 1) {
      problems.push(`has ${addresses} canonical addresses`);
    }
    return problems;
  }

  /** @param length of the page, in bytes */
  record(length: number): PageRecord {
    return {
      links: [...this.#paths].filter((path) => path !== '' && !isPortalPath(path)),
      ...this.#loads,
      pictures: this.#pictures,
      address: this.#wantsToBeFound ? this.#addresses : [],
      length,
      problems: this.#problems(),
    };
  }
}

function withoutQuery(path: string): string {
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}

/** The file of this site that an address is of; none for another site's. */
const fileOf = (address = ''): string | undefined =>
  address.startsWith('/') ? decoded(address.slice(1)) : undefined;

/** Reads a page as it was drawn. Its record has texts of its own, and does not keep the page in memory. */
export function recordPage(drawn: Buffer, allowedInlineScript: string): PageRecord {
  const page = new PageReader(allowedInlineScript);
  readTags(drawn, (tag) => page.read(tag));
  return page.record(drawn.length);
}
