import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');

/** A code list as a page draws it: one call of `defineDictionary`. */
export interface DrawnCodeList {
  readonly name: string;
  readonly file: string;
  /** The plugin that draws it; null for one of the kit or of a shared door. */
  readonly plugin: string | null;
  /** The path of the enumeration that owns the codes, such as `user.userStatus`; null where the list is open. */
  readonly owner: string | null;
  readonly codes: readonly string[];
}

const textOf = (node: ts.Node): string => (ts.isStringLiteral(node) || ts.isIdentifier(node) ? node.text : '');

function codesOf(tones: ts.Expression | undefined): string[] {
  if (!tones || !ts.isObjectLiteralExpression(tones)) return [];
  return tones.properties.flatMap((property) => (property.name ? [textOf(property.name)] : []));
}

function listsIn(file: string): DrawnCodeList[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: DrawnCodeList[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'defineDictionary') {
      const [name, tones] = node.arguments;
      const owner = /^CodesOf<typeof ([\w.]+)>$/.exec(node.typeArguments?.[0]?.getText() ?? '')?.[1] ?? null;
      const plugin = /^plugins\/([^/]+)\//.exec(file)?.[1] ?? null;
      found.push({ name: name ? textOf(name) : '', file, plugin, owner, codes: codesOf(tones) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Every code list that a page of this repository, the page kit or a shared door draws. */
export function drawnCodeLists(): DrawnCodeList[] {
  const files = globSync(['plugins/*/src/**/*.{ts,tsx}', 'sdk/src/{page,doors}/**/*.{ts,tsx}'], { cwd: ROOT });
  return files.filter((file) => !file.includes('.test.')).flatMap(listsIn);
}
