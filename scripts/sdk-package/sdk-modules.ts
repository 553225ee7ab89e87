import { existsSync } from 'node:fs';
import { transform } from 'esbuild';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../build/paths.ts';
import { listFiles } from '../build/stamp.ts';
import { DOORS } from '../../sdk/src/doors/doors.ts';

const SOURCES = join(ROOT, 'sdk/src');

/** What authors write behind `import`, and the module it leads to. */
export const ENTRIES: Readonly<Record<string, string>> = {
  '.': 'index',
  './page': 'page/index',
  './contracts': 'contracts/index',
  './testing': 'testing/index',
  ...Object.fromEntries(Object.keys(DOORS).map((door) => [`./${door}`, `doors/${door}/index`])),
};

/** `from './call.ts'` → `from './call.js'`; also in `import('./call.ts')` and `import './call.ts'`. */
function asCompiled(text: string): string {
  return text.replace(/(['"])(\.{1,2}\/[^'"\n]+)\.tsx?\1/g, '$1$2.js$1');
}

/** The host draws the SDK's styles; a Node that runs tests cannot import a stylesheet. */
function withoutStyles(text: string): string {
  return text.replace(/^import\s*['"][^'"]+\.css['"];?$/gm, '');
}

/** Writes every module of the SDK as plain JavaScript below `out`: Node strips no types in `node_modules`. */
export async function compileModules(out: string): Promise<void> {
  const files = (await listFiles(SOURCES)).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  await Promise.all(
    files.map(async (file) => {
      const { code } = await transform(await readFile(file, 'utf8'), {
        loader: file.endsWith('x') ? 'tsx' : 'ts',
        format: 'esm',
        // Node reads JSON only by an import that says so.
        target: 'esnext',
        jsx: 'automatic',
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      });
      const target = join(out, relative(SOURCES, file).replace(/\.tsx?$/, '.js'));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, asCompiled(withoutStyles(code)));
    }),
  );
  // The texts of doors come with them.
  await Promise.all(
    Object.keys(DOORS)
      .map((door) => join('doors', door, 'locales'))
      .filter((locales) => existsSync(join(SOURCES, locales)))
      .map((locales) => cp(join(SOURCES, locales), join(out, locales), { recursive: true })),
  );
}

/** Writes the types of every module that a door leads to, comments included, below `out`. */
export function emitTypes(out: string): void {
  const configFile = join(ROOT, 'tsconfig.json');
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ROOT);
  const doors = Object.values(ENTRIES).map((module) => join(SOURCES, `${module}.ts`));
  const program = ts.createProgram([...doors, join(SOURCES, 'css.d.ts')], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: SOURCES,
    outDir: out,
    // What a test of the SDK's own reads as JSON lies beside the sources, not below them.
    resolveJsonModule: true,
  });
  program.emit(undefined, (path, text) => {
    if (path.startsWith(out)) ts.sys.writeFile(path, asCompiled(withoutStyles(text)));
  });
}
