/**
 * Reads gettext catalogues: the part of the format that we use. The context of an entry names a form
 * of its text, for example a case of a noun. The key of such an entry is `key:form`.
 */

export type Entry = string | string[];
export interface Catalogue {
  headers: Record<string, string>;
  entries: Map<string, Entry>;
  /** Keys marked fuzzy: a translator must check these translations. */
  fuzzy: Set<string>;
}

interface Block {
  fields: Map<string, string>;
  fuzzy: boolean;
}

const FIELD = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+"(.*)"$/;
const CONTINUED = /^"(.*)"$/;
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', '"': '"', '\\': '\\' };

function unescape(text: string): string {
  return text.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}

function blocksOf(source: string, name: string): Block[] {
  const blocks: Block[] = [];
  let block: Block = { fields: new Map(), fuzzy: false };
  let field = '';
  const finish = (): void => {
    if (block.fields.size) blocks.push(block);
    block = { fields: new Map(), fuzzy: false };
    field = '';
  };
  for (const [index, raw] of source.split('\n').entries()) {
    const line = raw.trim();
    const start = FIELD.exec(line);
    const more = CONTINUED.exec(line);
    if (line === '') finish();
    else if (line.startsWith('#')) block.fuzzy ||= line.startsWith('#,') && line.includes('fuzzy');
    else if (start) {
      field = start[1] ?? '';
      if (block.fields.has(field)) throw new Error(`${name}:${index + 1}: ${field} comes twice`);
      block.fields.set(field, unescape(start[2] ?? ''));
    } else if (more && field) {
      block.fields.set(field, (block.fields.get(field) ?? '') + unescape(more[1] ?? ''));
    } else throw new Error(`${name}:${index + 1}: not a line of a gettext catalogue`);
  }
  finish();
  return blocks;
}

export function parseCatalogue(source: string, name: string): Catalogue {
  const catalogue: Catalogue = { headers: {}, entries: new Map(), fuzzy: new Set() };
  for (const { fields, fuzzy } of blocksOf(source, name)) {
    const form = fields.get('msgctxt');
    const key = (fields.get('msgid') ?? '') + (form ? `:${form}` : '');
    const forms = [...fields]
      .filter(([field]) => field.startsWith('msgstr['))
      .map(([, text]) => text);
    const entry: Entry = forms.length ? forms : (fields.get('msgstr') ?? '');
    if (key === '') {
      for (const line of String(entry).split('\n').filter(Boolean)) {
        const at = line.indexOf(':');
        catalogue.headers[line.slice(0, at)] = line.slice(at + 1).trim();
      }
      continue;
    }
    if (catalogue.entries.has(key)) throw new Error(`${name}: ${key} comes twice`);
    catalogue.entries.set(key, entry);
    if (fuzzy) catalogue.fuzzy.add(key);
  }
  return catalogue;
}

/** The form that a key names, as `touch` in `settings.confirm.note:touch`. */
export function formOf(key: string): string {
  return key.split(':')[1] ?? '';
}

/** The function of the header `Plural-Forms`, as source: a number in, the number of a form out. */
export function pluralOf({ headers }: Catalogue, name: string): { forms: number; source: string } {
  const [, forms = '', rule = ''] =
    /^nplurals=(\d);\s*plural=([n\d\s?:()&|=!<>%]+);$/.exec(headers['Plural-Forms'] ?? '') ?? [];
  if (!rule) throw new Error(`${name}: the header Plural-Forms is missing or not readable`);
  return { forms: Number(forms), source: `(n) => Number(${rule.trim()})` };
}

/** A text that nobody has translated yet. */
export function isEmpty(entry: Entry | undefined): boolean {
  return entry === undefined || (Array.isArray(entry) ? entry.some((form) => !form) : entry === '');
}
