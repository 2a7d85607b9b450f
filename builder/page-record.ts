import { isPortalPath } from '@datchain/shared/domain/portal-paths.ts';
import { Tokenizer } from 'htmlparser2';
import { decoded } from './site-files.ts';

/** Files that a page loads before it is usable. Pictures have their own budgets. */
export interface Loads {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
}

export interface PageRecord extends Loads {
  /** Distinct paths of this site that the page links to or loads, without the portal's. */
  readonly links: readonly string[];
  /** Pictures shown beside shared links. */
  readonly pictures: readonly string[];
  /** The canonical address; empty for a page that is not indexed. */
  readonly address: readonly string[];
  readonly length: number;
  readonly problems: readonly string[];
}

export interface Problem {
  readonly page: string;
  readonly problem: string;
}

type Attributes = Readonly<Record<string, string | undefined>>;

export const tellProblem = ({ page, problem }: Problem): string => `${page}: ${problem}`;

/** Metadata for search engines and sharing, which every page has exactly once. */
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

const metaNames: ReadonlyMap<string | undefined, Wanted> = new Map([
  ['description', 'description'],
  ['viewport', 'viewport'],
  ['og:title', 'title for sharing'],
  ['og:description', 'description for sharing'],
  ['og:image', 'picture for sharing'],
]);

const ofAnySite = /^https?:\/\/[^/]+\/(.+)/s;

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
  /** The attributes of the open script or title element. */
  #begun: Attributes | undefined;
  #text = '';

  constructor(allowedInlineScript: string) {
    this.#allowedInlineScript = allowedInlineScript;
  }

  open(name: string, attributes: Attributes): void {
    for (const attribute in attributes) this.#readAttribute(attribute, attributes[attribute]);
    if (name === 'body') this.#isInHead = false;
    else if (name === 'h1') this.#count('main heading');
    else if (name === 'link') this.#readLink(attributes);
    else if (name === 'script' || name === 'title') this.#begin(attributes);
    else if (this.#isInHead) this.#readHead(name, attributes);
  }

  get isReadingText(): boolean {
    return this.#begun !== undefined;
  }

  text(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    if (!this.#begun || (name !== 'script' && name !== 'title')) return;
    if (name === 'script') this.#readScript(this.#begun);
    else if (this.#isInHead && this.#text !== '') this.#count('title');
    this.#begun = undefined;
  }

  #begin(attributes: Attributes): void {
    this.#begun = attributes;
    this.#text = '';
  }

  #readAttribute(name: string, value = ''): void {
    if (name === 'href' || name === 'src') {
      if (value.startsWith('/') && !value.startsWith('//')) {
        this.#paths.add(withoutQuery(decoded(value)));
      }
    } else if (name === 'style') this.#hasStyle = true;
    else if (name.startsWith('on') && /^on[a-z]+$/.test(name)) this.#hasHandler = true;
  }

  #readScript({ src, type = '' }: Attributes): void {
    const file = fileOf(src);
    if (file) this.#loads.scripts.push(file);
    const isData = /^application\/(ld\+)?json$/.test(type);
    if (this.#text !== '' && !isData && this.#text !== this.#allowedInlineScript) {
      this.#otherScripts += 1;
    }
  }

  #readLink({ rel, href, as }: Attributes): void {
    const file = fileOf(href);
    if (rel === 'stylesheet' && file) this.#loads.styles.push(file);
    if (rel === 'preload' && as === 'font' && file) this.#loads.fonts.push(file);
    if (rel === 'canonical' && href && this.#isInHead) this.#addresses.push(decoded(href));
  }

  #readHead(tag: string, { lang, name, property, content }: Attributes): void {
    if (tag === 'html' && lang) this.#count('language');
    if (tag !== 'meta' || !content) return;
    const said = name ?? property;
    const what = metaNames.get(said);
    if (what) this.#count(what);
    if (said === 'robots' && content === 'noindex') this.#wantsToBeFound = false;
    const [, picture] = (said === 'og:image' && ofAnySite.exec(decoded(content))) || [];
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

/** Returns the file for an address of this site; undefined for another site's. */
const fileOf = (address = ''): string | undefined =>
  address.startsWith('/') ? decoded(address.slice(1)) : undefined;

const wantedAttributes: ReadonlySet<string> = new Set(
  'href src style name property content rel as type lang'.split(' '),
);

const nothing = (): void => {};

/**
 * Reads a drawn page. With a tokenizer, unlike a parser, only the needed strings are allocated, for tens of
 * thousands of pages.
 *
 * @param length in bytes
 */
export function recordPage(
  drawn: string,
  allowedInlineScript: string,
  length = Buffer.byteLength(drawn),
): PageRecord {
  const page = new PageReader(allowedInlineScript);
  let [tag, attribute, value] = ['', '', ''];
  let attributes: Record<string, string> = {};
  const endTag = () => page.open(tag, attributes);
  const tokenizer = new Tokenizer(
    // Entities are decoded only where needed.
    { decodeEntities: false },
    {
      onopentagname(from, to) {
        tag = drawn.slice(from, to).toLowerCase();
        attributes = {};
      },
      onattribname(from, to) {
        const name = drawn.slice(from, to).toLowerCase();
        attribute = wantedAttributes.has(name) || name.startsWith('on') ? name : '';
        value = '';
      },
      onattribdata(from, to) {
        if (attribute) value += drawn.slice(from, to);
      },
      onattribend() {
        if (attribute) attributes[attribute] ??= value;
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      ontext: (from, to) => page.isReadingText && page.text(drawn.slice(from, to)),
      onclosetag: (from, to) => page.close(drawn.slice(from, to).toLowerCase()),
      // The page may end within an element.
      onend: () => page.isReadingText && page.close(tag),
      onattribentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      ontextentity: nothing,
    },
  );
  tokenizer.write(drawn);
  tokenizer.end();
  return page.record(length);
}
