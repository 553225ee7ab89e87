import { Parser } from 'saxen';

/** An element by its local name: which prefix a bank gives its namespace says nothing. */
export interface XmlElement {
  readonly name: string;
  /** As written, prefix included. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed. */
  readonly text: string;
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** Of the root; null where it names none. */
  readonly namespace: string | null;
}

/** What a document from outside may come to. Its length is bounded where it comes in. */
export interface XmlBounds {
  readonly elements: number;
  /** Of elements within elements. */
  readonly depth: number;
}

/** The document is not well formed, declares types or entities, or is past its bounds. */
export class XmlRefused extends Error {
  override readonly name = 'XmlRefused';
}

const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Open[];
  text: string;
}

/**
 * Reads a document whole. No document type, no entity but the five of XML itself, nothing outside the root.
 * @throws XmlRefused
 */
export function readXml(source: string, bounds: XmlBounds): XmlDocument {
  const roots: Open[] = [];
  const open: Open[] = [];
  let qualified = '';
  let count = 0;
  const refuse = (why: string): never => {
    throw new XmlRefused(why);
  };
  const addText = (text: string) => {
    const within = open.at(-1);
    if (within) within.text += text;
    else if (text.trim() !== '') refuse('text outside the root');
  };
  const parser = new Parser();
  parser.on('openTag', (name, attributesOf) => {
    count += 1;
    if (count > bounds.elements) refuse('too many elements');
    if (open.length >= bounds.depth) refuse('elements too deep');
    const element: Open = { name: localOf(name), attributes: attributesOf(), children: [], text: '' };
    const within = open.at(-1);
    if (within) within.children.push(element);
    else {
      if (roots.length > 0) refuse('a second root');
      roots.push(element);
      qualified = name;
    }
    open.push(element);
  });
  parser.on('closeTag', () => {
    const closed = open.pop();
    if (closed) closed.text = closed.text.trim();
  });
  parser.on('text', (text, decode) => {
    if (ENTITY.test(text)) refuse('an entity that is not of XML itself');
    addText(decode(text));
  });
  parser.on('cdata', addText);
  parser.on('attention', () => refuse('a document type'));
  parser.on('error', ({ message }) => refuse(message));
  parser.on('warn', ({ message }) => refuse(message));
  parser.parse(source.replace(/^\uFEFF/, ''));
  const [root] = roots;
  if (!root || open.length > 0) throw new XmlRefused('no document');
  const prefix = qualified.includes(':') ? `xmlns:${qualified.slice(0, qualified.indexOf(':'))}` : 'xmlns';
  return { root, namespace: root.attributes[prefix] ?? null };
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The first element along a path of names. */
export function elementAt(element: XmlElement, ...path: readonly string[]): XmlElement | undefined {
  let at: XmlElement | undefined = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at;
}

/** Its text; null where it is missing or empty. */
export const textAt = (element: XmlElement, ...path: readonly string[]): string | null =>
  elementAt(element, ...path)?.text || null;
