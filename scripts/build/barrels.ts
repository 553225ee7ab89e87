import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where an exported name is really defined; `imported` is null for a whole module (`import * as`). */
export interface ExportSource {
  readonly file: string;
  readonly imported: string | null;
}

const EXPORT_FROM = /\bexport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const EXPORT_ALL = /\bexport\s*\*\s*from\s*["']([^"']+)["']/g;
const EXPORT_ALL_AS = /\bexport\s*\*\s*as\s+([\w$]+)\s+from\s*["']([^"']+)["']/g;
const EXPORT_LIST = /\bexport\s*\{([^}]*)\}\s*(?:;|$)/gm;
const IMPORT_FROM = /\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const IMPORT_ALL = /\bimport\s*\*\s*as\s+([\w$]+)\s+from\s*["']([^"']+)["']/g;

/** Finds the file behind each name that a module passes on, through as many passing modules as there are. */
export class Barrels {
  readonly #exports = new Map<string, ReadonlyMap<string, ExportSource>>();
  readonly #resolve: (specifier: string, from: string) => string | null;

  /** `resolve` finds the file of a package's name; relative ones are found here. */
  constructor(resolve: (specifier: string, from: string) => string | null) {
    this.#resolve = resolve;
  }

  /** Null when the module defines the name itself or nothing is known of it. */
  find(file: string, name: string): ExportSource | null {
    const source = this.#exportsOf(file).get(name);
    if (source === undefined) return null;
    if (source.imported === null) return source;
    return this.find(source.file, source.imported) ?? source;
  }

  #exportsOf(file: string): ReadonlyMap<string, ExportSource> {
    const known = this.#exports.get(file);
    if (known !== undefined) return known;
    const found = new Map<string, ExportSource>();
    this.#exports.set(file, found);
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const at = (specifier: string) =>
      specifier.startsWith('.') ? relativeFile(file, specifier) : this.#resolve(specifier, file);
    const imported = importsOf(text, at);
    for (const [, star = ''] of text.matchAll(EXPORT_ALL)) {
      const target = at(star);
      if (target === null) continue;
      for (const [name, source] of this.#exportsOf(target)) found.set(name, source);
      for (const name of ownExports(target)) found.set(name, { file: target, imported: name });
    }
    for (const [, name = '', from = ''] of text.matchAll(EXPORT_ALL_AS)) {
      const target = at(from);
      if (target !== null) found.set(name, { file: target, imported: null });
    }
    for (const [, list = '', from = ''] of text.matchAll(EXPORT_FROM)) {
      const target = at(from);
      if (target === null) continue;
      for (const { local, name } of names(list)) found.set(name, { file: target, imported: local });
    }
    for (const [, list = ''] of text.matchAll(EXPORT_LIST))
      for (const { local, name } of names(list)) {
        const source = imported.get(local);
        if (source !== undefined) found.set(name, source);
      }
    return found;
  }
}

/** `A, B as C, type D` of an import or export list. */
export function names(list: string): { local: string; name: string; isType: boolean }[] {
  return list
    .replace(/\/\/[^\n]*/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const isType = part.startsWith('type ');
      const [local = '', name = local] = part.replace(/^type\s+/, '').split(/\s+as\s+/);
      return { local, name, isType };
    });
}

function importsOf(text: string, at: (specifier: string) => string | null): Map<string, ExportSource> {
  const found = new Map<string, ExportSource>();
  for (const [, list = '', from = ''] of text.matchAll(IMPORT_FROM)) {
    const target = at(from);
    if (target === null) continue;
    for (const { local, name } of names(list)) found.set(name, { file: target, imported: local });
  }
  for (const [, name = '', from = ''] of text.matchAll(IMPORT_ALL)) {
    const target = at(from);
    if (target !== null) found.set(name, { file: target, imported: null });
  }
  return found;
}

/** Names that a module declares and exports itself. */
function ownExports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const declared = text.matchAll(/^export\s+(?:async\s+)?(?:const|let|var|function\*?|class)\s+([\w$]+)/gm);
  // A compiled module lists what it declares at its end.
  const listed = [...text.matchAll(EXPORT_LIST)].flatMap(([, list = '']) => names(list));
  return [...[...declared].map(([, name = '']) => name), ...listed.map(({ name }) => name)];
}

function relativeFile(from: string, specifier: string): string | null {
  const path = join(dirname(from), specifier);
  const found = [path, `${path}.js`, join(path, 'index.js')].find(
    (candidate) => /\.(m?js|ts)$/.test(candidate) && existsSync(candidate),
  );
  return found ?? null;
}
