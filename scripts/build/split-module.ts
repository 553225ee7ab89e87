import { parse, type ModuleItem } from '@swc/core';
import { basename } from 'node:path';
import { onceEach } from './once-each.ts';

interface Sentence {
  readonly text: string;
  readonly kind: 'import' | 'export' | 'declaration' | 'effect';
  readonly declares: readonly string[];
  /** Every identifier in it, whatever it means: too many is safe, too few is not. */
  readonly mentions: ReadonlySet<string>;
  /** For an effect: what it acts on (`Link` in `Link.displayName = …`). */
  readonly subject: string | null;
}

/** A module in two: `core` is alone, `rest` imports it and passes its exports on. */
export interface SplitModule {
  readonly core: string;
  readonly rest: string;
  /** Exported names that `core` has. */
  readonly coreNames: ReadonlySet<string>;
}

/**
 * Splits an ES module into what the given exports need and the rest. A bundler moves whole files between
 * chunks, so of a library written in one file every page would get all that any page uses.
 */
export async function splitModule(path: string, wanted: ReadonlySet<string>, source: string): Promise<SplitModule> {
  const sentences = await readSentences(source);
  const exported = exportsOf(sentences);
  const core = closureOf(
    sentences,
    [...wanted].map((name) => exported.get(name) ?? name),
  );
  const imports = sentences.filter(({ kind }) => kind === 'import').map(({ text }) => text);
  const body = (inCore: boolean) =>
    sentences
      .filter((one) => one.kind === 'declaration' || one.kind === 'effect')
      .filter((one) => core.sentences.has(one) === inCore)
      .map(({ text }) => text);
  const isExportOf =
    (inCore: boolean) =>
    ([, local]: readonly [string, string]) =>
      core.names.has(local) === inCore;
  const list = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, local]) => (name === local ? name : `${local} as ${name}`)).join(', ');
  const coreExports = [...exported].filter(isExportOf(true));
  // Locals that are not exported are passed to the rest under a name that nothing else can have.
  const hidden = [...core.names].map((local) => `${local} as __${local}`).join(', ');
  const taken = [...core.names].map((local) => `__${local} as ${local}`).join(', ');
  const file = `./${basename(path)}`;
  return {
    core: [...imports, ...body(true), `export { ${list(coreExports)} };`, `export { ${hidden} };`].join('\n'),
    rest: [
      ...imports,
      `import { ${taken} } from 'direct:${path}';`,
      ...body(false),
      `export { ${list([...exported])} };`,
    ]
      .join('\n')
      .replaceAll(`'${file}'`, `'direct:${path}'`),
    coreNames: new Set(coreExports.map(([name]) => name)),
  };
}

function closureOf(sentences: readonly Sentence[], wanted: readonly string[]) {
  const home = new Map(sentences.flatMap((one) => one.declares.map((name) => [name, one] as const)));
  const taken = new Set<Sentence>();
  const names = new Set<string>();
  const take = (sentence: Sentence): void => {
    if (taken.has(sentence) || sentence.kind === 'import' || sentence.kind === 'export') return;
    taken.add(sentence);
    sentence.declares.forEach((name) => names.add(name));
    for (const name of sentence.mentions) {
      const declared = home.get(name);
      if (declared !== undefined) take(declared);
    }
  };
  for (const name of wanted) {
    const declared = home.get(name);
    if (declared !== undefined) take(declared);
  }
  // What acts on something of the core belongs to it; that may take in more, so until nothing moves.
  for (let before = -1; before !== taken.size;) {
    before = taken.size;
    for (const one of sentences)
      if (one.kind === 'effect' && (one.subject === null || names.has(one.subject) || !home.has(one.subject)))
        take(one);
  }
  return { sentences: taken, names };
}

/** Exported name → local name, of `export { a as b }` lists at the end of a module. */
function exportsOf(sentences: readonly Sentence[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { kind, text } of sentences) {
    if (kind !== 'export') continue;
    for (const part of text.replace(/^export\s*\{|\}\s*;?\s*$/g, '').split(',')) {
      const [local = '', name = local] = part.trim().split(/\s+as\s+/);
      if (local !== '') found.set(name, local);
    }
  }
  return found;
}

const readSentences = onceEach(async (source): Promise<readonly Sentence[]> => {
  // A first sentence of our own: places are counted from it, whatever the parser counts from.
  const bytes = Buffer.from(`;${source}`);
  const { body } = await parse(bytes.toString(), { syntax: 'ecmascript', target: 'es2022' });
  const base = body[0]?.span.start ?? 0;
  return body.slice(1).map((item) => ({
    text: bytes.subarray(item.span.start - base, item.span.end - base).toString(),
    ...describe(item),
  }));
});

function describe(item: ModuleItem): Omit<Sentence, 'text'> {
  const mentions = identifiers(item);
  const nothing = { declares: [], mentions, subject: null };
  switch (item.type) {
    case 'ImportDeclaration':
      return { kind: 'import', ...nothing };
    case 'ExportNamedDeclaration':
      return { kind: 'export', ...nothing };
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return { ...nothing, kind: 'declaration', declares: [item.identifier.value] };
    case 'VariableDeclaration': {
      const declares = item.declarations.flatMap(({ id }) => [...identifiers(id)]);
      return { ...nothing, kind: 'declaration', declares };
    }
    case 'ExpressionStatement': {
      const [subject = null] = mentions;
      return { ...nothing, kind: 'effect', subject };
    }
    default:
      return { ...nothing, kind: 'effect' };
  }
}

/** Parts of a node that hold a property's name, which is nobody's variable. */
const PROPERTY_NAMES: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  KeyValueProperty: 'key',
  KeyValuePatternProperty: 'key',
  MethodProperty: 'key',
  GetterProperty: 'key',
  SetterProperty: 'key',
  ClassMethod: 'key',
  ClassProperty: 'key',
};

/** Every identifier in a part of a syntax tree, property names left out. */
export function identifiers(node: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const part of node) identifiers(part, into);
  else if (typeof node === 'object' && node !== null) {
    const type = 'type' in node ? String(node.type) : '';
    if (type === 'Identifier' && 'value' in node && typeof node.value === 'string') into.add(node.value);
    for (const [key, part] of Object.entries(node))
      if (PROPERTY_NAMES[type] !== key || !isIdentifier(part)) identifiers(part, into);
  }
  return into;
}

function isIdentifier(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'Identifier';
}
