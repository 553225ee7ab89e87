import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';

/** JSON as RFC 8259 has it: the parser allows comments and trailing commas otherwise. */
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** What the parser's codes mean to who wrote the file. */
const IN_WORDS: Readonly<Record<string, string>> = {
  CommaExpected: 'a comma is missing',
  ColonExpected: 'a colon is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  PropertyNameExpected: 'a name in quotes is missing (or a comma is too many)',
  ValueExpected: 'a value is missing (or a comma is too many)',
  EndOfFileExpected: 'there is more text behind the end',
  InvalidCommentToken: 'JSON has no comments',
  InvalidSymbol: 'a text is not in quotes',
  InvalidNumberFormat: 'this is no number',
  UnexpectedEndOfString: 'the closing quote is missing',
  InvalidEscapeCharacter: 'a backslash is followed by an unknown character',
};

/** Where a text is no JSON, or says one thing twice. */
export interface JsonFault {
  /** A sentence without a full stop. */
  readonly reason: string;
  /** From 1. */
  readonly line: number;
}

/** The first fault of a text that should be JSON, null where there is none. A name twice in one object is a fault. */
export function faultOfJson(text: string): JsonFault | null {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, STRICT);
  const [first] = errors;
  if (first !== undefined) {
    const code = printParseErrorCode(first.error);
    return { reason: `not JSON: ${IN_WORDS[code] ?? code}`, line: lineAt(text, placeOf(text, first, code)) };
  }
  const twice = tree === undefined ? null : doubledName(tree);
  return twice && { reason: `${twice.path} is named twice`, line: lineAt(text, twice.offset) };
}

/** The line of a nested name, or of the deepest part of its path that is there; null where nothing of it is. */
export function lineOfKeys(text: string, keys: readonly string[]): number | null {
  const tree = parseTree(text, [], STRICT);
  if (tree === undefined) return null;
  for (let depth = keys.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(tree, asPath(keys.slice(0, depth)));
    if (node !== undefined) return lineAt(text, (node.parent?.type === 'property' ? node.parent : node).offset);
  }
  return null;
}

/** Places in arrays are numbers to the parser. */
const asPath = (keys: readonly string[]) => keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** What is missing is missing behind the last thing that is there, not before the next. */
function placeOf(text: string, { offset }: ParseError, code: string): number {
  return /^(Comma|Colon)/.test(code) ? text.slice(0, offset).trimEnd().length : offset;
}

function doubledName(node: Node, path: readonly string[] = []): { path: string; offset: number } | null {
  const names = new Set<string>();
  for (const child of node.children ?? []) {
    const [name, value] = node.type === 'object' ? (child.children ?? []) : [undefined, child];
    const key = name === undefined ? String(names.size) : String(name.value);
    if (name !== undefined && names.has(key)) return { path: [...path, key].join('.'), offset: name.offset };
    names.add(key);
    const below = value === undefined ? null : doubledName(value, [...path, key]);
    if (below !== null) return below;
  }
  return null;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;
