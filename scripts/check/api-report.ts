import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** A door of the SDK: what plugins write behind `import`, and the file it leads to. */
export interface Door {
  readonly specifier: string;
  readonly file: string;
}

/** Declarations as TypeScript emits them, statement by statement, found by the name they declare. */
type Declarations = ReadonlyMap<string, string>;

function emitDeclarations(program: ts.Program): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  program.emit(undefined, (_path, text, _mark, _onError, sources) => {
    for (const source of sources ?? []) texts.set(source.fileName, text);
  });
  return texts;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((declaration) => declaration.name.getText());
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name ? [statement.name.getText()] : [];
}

function declarationsOf(text: string): Declarations {
  const source = ts.createSourceFile('a.d.ts', text, ts.ScriptTarget.ESNext, true);
  const found = new Map<string, string>();
  for (const statement of source.statements) {
    for (const name of namesOf(statement)) {
      const earlier = found.get(name);
      const own = statement.getText().replace(/^export (declare )?|^declare /, '');
      // Overloads of a function and merged interfaces are several statements of one name.
      found.set(name, earlier ? `${earlier}\n${own}` : own);
    }
  }
  return found;
}

/** Where a name from an npm package comes from: `@blueprintjs/core`. */
function packageOf(fileName: string): string {
  const inside = fileName.split('/node_modules/').at(-1) ?? fileName;
  const parts = inside.split('/').slice(0, inside.startsWith('@') ? 2 : 1);
  return parts.join('/').replace(/^@types\//, '');
}

function describeSymbol(
  name: string,
  symbol: ts.Symbol,
  root: string,
  declarationsIn: (fileName: string) => Declarations,
): string {
  const declaration = symbol.declarations?.[0];
  if (!declaration) return `${name}: unresolved`;
  const { fileName } = declaration.getSourceFile();
  if (fileName.includes('/node_modules/')) return `${name}: from '${packageOf(fileName)}'`;
  if (ts.isSourceFile(declaration)) return `${name}: all of ${relative(root, fileName)}`;
  const text = declarationsIn(fileName).get(symbol.name);
  const renamed = symbol.name === name ? '' : `// exported as ${name}\n`;
  return `${renamed}${text ?? `${name}: declared in ${relative(root, fileName)}`}`;
}

/**
 * Writes down the public surface of the doors: every exported name with its declaration, sorted,
 * without comments. Two runs over the same source give the same text.
 * @throws Error naming a door whose file does not exist.
 */
export function apiReport(root: string, doors: readonly Door[]): string {
  const configFile = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile));
  const program = ts.createProgram(
    doors.map((door) => door.file),
    {
      ...options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
      outDir: join(root, '.cache/api'),
    },
  );
  const checker = program.getTypeChecker();
  const emitted = emitDeclarations(program);
  const cache = new Map<string, Declarations>();
  const declarationsIn = (fileName: string): Declarations => {
    const known = cache.get(fileName) ?? declarationsOf(emitted.get(fileName) ?? '');
    cache.set(fileName, known);
    return known;
  };
  const sections = doors.map(({ specifier, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${specifier}: ${file} does not exist or exports nothing.`);
    const lines = checker
      .getExportsOfModule(module)
      .map((exported) => {
        const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
        const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
        return { name: exported.name, symbol };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, symbol }) => describeSymbol(name, symbol, root, declarationsIn));
    return `## ${specifier}\n\n\`\`\`ts\n${lines.join('\n\n')}\n\`\`\`\n`;
  });
  const intro =
    '# What the SDK offers\n\nMade by `npm run check -- --write`; a change here is a change of what plugins stand on.\n';
  return [intro, ...sections].join('\n');
}
