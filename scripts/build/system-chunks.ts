import { transform } from '@swc/core';
import type { BuildResult, Metafile } from 'esbuild';
import { basename } from 'node:path';
import { BuildError } from './build-error.ts';
import { nameChunks, type DraftChunk } from './chunk-names.ts';
import { compiledWhole } from './compile-hint.ts';
import type { OutputFile } from './output-files.ts';

/** A chunk as the browser gets it, with what the build knows about it. */
export interface SystemChunk {
  readonly draft: string;
  readonly file: OutputFile;
  /** The source file it is the entry for, as esbuild names it. */
  readonly entryPoint: string | null;
  /** Drafts it imports statically. */
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  /** Import-map names it imports. */
  readonly external: readonly string[];
  /** Source files that have code in it. */
  readonly inputs: readonly string[];
}

type Result = BuildResult<{ metafile: true; write: false }>;

/**
 * Turns each ES module chunk of a build into a minified `System.register` script named by content, but
 * for those of `kept`, which keep their names. `isReadable` leaves it as it was written, which is quicker;
 * `isWhole` has the browser compile all of it before it is called.
 */
export async function toSystemChunks(
  result: Result,
  kept: readonly string[] = [],
  {
    isReadable = false,
    isWhole = false,
    passes = 2,
  }: {
    readonly isReadable?: boolean;
    readonly isWhole?: boolean;
    /** How often code is looked through for what can be shorter; 2 for what a first screen keeps. */
    readonly passes?: number;
  } = {},
): Promise<Map<string, SystemChunk>> {
  const text = new Map(result.outputFiles.map((file) => [basename(file.path), file.text]));
  const { outputs: bundled } = result.metafile;
  const helpers = Object.keys(bundled).filter((path) => isHelpers(bundled[path]));
  const outputs = Object.entries(bundled)
    .filter(([path]) => path.endsWith('.js'))
    .map(([path, { imports, ...rest }]) => {
      const draft = basename(path);
      const bare = helpers.filter((one) => text.get(draft)?.includes(bareImport(one)));
      const source = bare.reduce(blankImport, text.get(draft) ?? '');
      const used = imports.filter((one) => !bare.includes(one.path));
      return { draft, source, output: { ...rest, imports: used } };
    });

  const drafts = await Promise.all(
    outputs.map(async ({ draft, source, output }): Promise<DraftChunk> => {
      const keepsName = kept.includes(draft);
      const made = await toSystem(draft, source, text.get(`${draft}.map`), {
        isReadable,
        passes: keepsName && !isWhole ? 2 : passes,
      });
      const { code, map } = isWhole ? compiledWhole(made) : made;
      const imports = output.imports.filter(({ external }) => external !== true).map(({ path }) => basename(path));
      const stem = draft.replace(/\.[^.]+\.js$/, '');
      return { draft, stem, code, map, imports, keepsName };
    }),
  );
  const named = nameChunks(drafts);

  return new Map(
    outputs.map(({ draft, output }) => {
      const file = named.get(draft);
      if (file === undefined) throw new BuildError(`${draft} got no name`);
      const own = output.imports.filter(({ external }) => external !== true);
      const chunk: SystemChunk = {
        draft,
        file,
        entryPoint: output.entryPoint ?? null,
        imports: own.filter(({ kind }) => kind !== 'dynamic-import').map((i) => basename(i.path)),
        dynamicImports: own.filter((i) => i.kind === 'dynamic-import').map((i) => basename(i.path)),
        // What is asked for only when somebody needs it is in the import map, and loads with no page.
        external: output.imports
          .filter((i) => i.external === true && i.kind !== 'dynamic-import')
          .map(({ path }) => path),
        inputs: Object.entries(output.inputs)
          .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
          .map(([path]) => path),
      };
      return [draft, chunk];
    }),
  );
}

/** A chunk of nothing but the bundler's helpers: without effects, so whoever names none of them needs none. */
export function isHelpers(output: Metafile['outputs'][string] | undefined): boolean {
  return (
    output !== undefined &&
    output.entryPoint === undefined &&
    output.imports.length === 0 &&
    Object.values(output.inputs).every(({ bytesInOutput }) => bytesInOutput === 0)
  );
}

const bareImport = (path: string) => `import"./${basename(path)}";`;

/** With blanks in its place, so that places in the source map stay right. */
function blankImport(source: string, path: string): string {
  return source.replace(bareImport(path), (found) => ' '.repeat(found.length));
}

async function toSystem(
  draft: string,
  source: string,
  map: string | undefined,
  { isReadable, passes }: { readonly isReadable: boolean; readonly passes: number },
) {
  return transform(source, {
    filename: draft,
    configFile: false,
    swcrc: false,
    ...(map === undefined
      ? { sourceMaps: false }
      : { sourceMaps: true, inputSourceMap: map, inlineSourcesContent: isReadable }),
    module: { type: 'systemjs' },
    minify: !isReadable,
    jsc: {
      parser: { syntax: 'ecmascript' },
      target: 'es2022',
      ...(!isReadable && {
        minify: { compress: { passes, hoist_props: false }, mangle: true },
      }),
    },
  });
}

/** The chunk and everything it imports statically, each once, imported ones first. */
export function staticClosure(
  chunks: ReadonlyMap<string, SystemChunk>,
  ...roots: readonly SystemChunk[]
): SystemChunk[] {
  return closure(chunks, roots, ({ imports }) => imports);
}

/** The chunks and everything they import, at once or later on. */
export function wholeClosure(chunks: ReadonlyMap<string, SystemChunk>, roots: readonly SystemChunk[]): SystemChunk[] {
  return closure(chunks, roots, ({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
}

function closure(
  chunks: ReadonlyMap<string, SystemChunk>,
  roots: readonly SystemChunk[],
  importsOf: (chunk: SystemChunk) => readonly string[],
): SystemChunk[] {
  const seen = new Set<SystemChunk>();
  const order: SystemChunk[] = [];
  const visit = (chunk: SystemChunk): void => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const draft of importsOf(chunk)) {
      const imported = chunks.get(draft);
      if (imported !== undefined) visit(imported);
    }
    order.push(chunk);
  };
  roots.forEach(visit);
  return order;
}
