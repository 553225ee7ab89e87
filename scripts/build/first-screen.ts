import { build, type BuildResult, type Metafile, type Plugin } from 'esbuild';
import { basename } from 'node:path';
import { BuildError } from './build-error.ts';

type Result = BuildResult<{ metafile: true; write: false }>;
type Output = Metafile['outputs'][string];

/** The two modules that the first screen's chunks become: what is made of packages alone, and the rest. */
export const FIRST_SCREEN_MODULES = ['vendor', 'host'] as const;
export type FirstScreenModule = (typeof FIRST_SCREEN_MODULES)[number];

/**
 * The file name of such a module, which only ever comes out of a pack. It carries no hash: its code
 * names chunks that are loaded later, by their hashes, and these import it.
 */
export const moduleFile = (name: FirstScreenModule) => `${name}.first.js`;

interface Chunk {
  readonly draft: string;
  readonly text: string;
  readonly map: string | undefined;
  readonly output: Output;
}

/**
 * Makes two modules of the chunks that the first screen needs anyway. A splitting build cuts a dozen of
 * them, for everything that some other page shares; each pays for its exports, its imports and its own
 * scope of names, and all of them are in the packs together. Chunks that have to keep a name of their
 * own (import-map names, targets of `import()`) stay as lists of what they export.
 */
export async function mergeFirstScreen(result: Result, roots: readonly string[]): Promise<Result> {
  const chunks = readChunks(result);
  const moduleOf = assignModules(chunks, roots);
  const links = new Links(chunks, moduleOf);
  const named = [...moduleOf.keys()].filter((draft) => links.isNamed(draft));
  const outsiders = [...chunks.keys()].filter((draft) => !moduleOf.has(draft));
  const stem = (draft: string) => draft.replace(/\.js$/, '');
  const hasMaps = [...chunks.values()].some(({ map }) => map !== undefined);

  const made = await build({
    entryPoints: [
      ...FIRST_SCREEN_MODULES.map((name) => ({
        in: `module:${name}`,
        out: stem(moduleFile(name)),
      })),
      ...named.map((draft) => ({ in: `names:${draft}`, out: stem(draft) })),
      ...outsiders.map((draft) => ({ in: `chunk:${draft}`, out: stem(draft) })),
    ],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    sourcemap: hasMaps ? 'external' : false,
    sourcesContent: false,
    legalComments: 'none',
    entryNames: '[name]',
    plugins: [links.plugin()],
    logLevel: 'silent',
  }).catch((fault: unknown) => {
    throw new BuildError(fault instanceof Error ? fault.message : String(fault));
  });
  return {
    ...made,
    metafile: { ...made.metafile, outputs: describe(made.metafile, chunks, moduleOf) },
  };
}

/** Every chunk that the first screen imports, in the order it runs in, with the module it goes to. */
function assignModules(chunks: ReadonlyMap<string, Chunk>, roots: readonly string[]): Map<string, FirstScreenModule> {
  const order = new Map<string, FirstScreenModule>();
  const seen = new Set<string>();
  const visit = (draft: string): void => {
    const chunk = chunks.get(draft);
    if (seen.has(draft) || chunk === undefined) return;
    seen.add(draft);
    importsOf(chunk.output).forEach(visit);
    const isOfPackages =
      isVendor(chunk.output) && importsOf(chunk.output).every((each) => order.get(each) === 'vendor');
    order.set(draft, isOfPackages ? 'vendor' : 'host');
  };
  roots.forEach(visit);
  return order;
}

function isVendor({ inputs }: Output): boolean {
  return Object.entries(inputs).every(
    ([path, { bytesInOutput }]) =>
      bytesInOutput === 0 || path.includes('node_modules/') || path.startsWith('shared-name:'),
  );
}

function importsOf({ imports }: Output): string[] {
  return imports.filter(({ kind }) => kind !== 'dynamic-import').map(({ path }) => basename(path));
}

/** Which names cross from one module or chunk to another, and under which names they do. */
class Links {
  readonly #chunks: ReadonlyMap<string, Chunk>;
  readonly #moduleOf: ReadonlyMap<string, FirstScreenModule>;
  /** Draft → name it exports → name under which its module exports that. */
  readonly #outside = new Map<string, Map<string, string>>();
  readonly #targets: ReadonlySet<string>;

  constructor(chunks: ReadonlyMap<string, Chunk>, moduleOf: ReadonlyMap<string, FirstScreenModule>) {
    this.#chunks = chunks;
    this.#moduleOf = moduleOf;
    const dynamic = [...chunks.values()].flatMap(({ output }) =>
      output.imports.filter(({ kind }) => kind === 'dynamic-import'),
    );
    this.#targets = new Set(dynamic.map(({ path }) => basename(path)));
    for (const [draft, chunk] of chunks)
      for (const [from, name] of namedImports(chunk.text))
        if (moduleOf.has(from) && moduleOf.get(from) !== moduleOf.get(draft)) this.#offer(from, name);
    for (const draft of moduleOf.keys())
      if (this.isNamed(draft))
        for (const name of chunks.get(draft)?.output.exports ?? [])
          this.#offer(draft, name, this.#isPassedOn(draft) ? name : undefined);
  }

  /** Whether somebody imports the chunk by an address of its own. */
  isNamed(draft: string): boolean {
    const entry = this.#chunks.get(draft)?.output.entryPoint;
    return entry?.startsWith('shared-name:') === true || this.#targets.has(draft);
  }

  /**
   * Whether a module exports the chunk's names as they are, so that the chunk itself need not list them:
   * of each module at most one can. The SDK has most names.
   */
  #isPassedOn(draft: string): boolean {
    return this.#chunks.get(draft)?.output.entryPoint === 'shared-name:@kituo/sdk';
  }

  #offer(draft: string, name: string, as?: string): void {
    const offered = this.#outside.get(draft) ?? new Map<string, string>();
    this.#outside.set(draft, offered);
    const count = [...this.#outside.values()].reduce((sum, { size }) => sum + size, 0);
    if (!offered.has(name)) offered.set(name, as ?? `$${count.toString(36)}`);
  }

  plugin(): Plugin {
    return {
      name: 'first-screen',
      setup: (build) => {
        build.onResolve({ filter: /^(module|names|chunk|link):/ }, ({ path }) => {
          const [namespace = '', name = ''] = path.split(':', 2);
          return { path: name, namespace };
        });
        build.onResolve({ filter: /^\.\// }, ({ path, kind, namespace, importer }) => {
          const draft = basename(path);
          const module = this.#moduleOf.get(draft);
          if (kind === 'dynamic-import' || module === undefined) return { path, external: true };
          const isInside = namespace === 'module' || this.#moduleOf.get(importer) === module;
          return { path: draft, namespace: isInside ? 'chunk' : 'link', sideEffects: isInside };
        });
        build.onLoad({ filter: /.*/, namespace: 'module' }, ({ path }) => ({
          contents: this.#moduleText(path),
        }));
        build.onLoad({ filter: /.*/, namespace: 'names' }, ({ path }) => ({
          contents: this.#isPassedOn(path) ? this.#wholeText(path) : this.#linkText(path),
        }));
        build.onLoad({ filter: /.*/, namespace: 'link' }, ({ path }) => ({
          contents: this.#linkText(path),
        }));
        build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
          contents: withMap(this.#chunks.get(path)),
        }));
      },
    };
  }

  /** All chunks of a module in the order they run in, and what others take of them. */
  #moduleText(module: string): string {
    const drafts = [...this.#moduleOf].filter(([, each]) => each === module).map(([draft]) => draft);
    return drafts
      .flatMap((draft) => [
        `import './${draft}';`,
        `export { ${[...(this.#outside.get(draft) ?? [])].map(([name, as]) => `${name} as ${as}`).join(', ')} } from './${draft}';`,
      ])
      .join('\n');
  }

  #wholeText(draft: string): string {
    const module = this.#moduleOf.get(draft);
    return module === undefined ? '' : `export * from './${moduleFile(module)}';`;
  }

  #linkText(draft: string): string {
    const module = this.#moduleOf.get(draft);
    const names = [...(this.#outside.get(draft) ?? [])].map(([name, as]) => `${as} as ${name}`);
    return module === undefined ? '' : `export { ${names.join(', ')} } from './${moduleFile(module)}';`;
  }
}

const IMPORTED = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)"/g;

/** Draft and name of everything that a chunk takes from others. */
function namedImports(text: string): (readonly [draft: string, name: string])[] {
  return [...text.matchAll(IMPORTED)].flatMap(([, list = '', draft = '']) =>
    list
      .split(',')
      .map((part) => part.trim().split(/\s+as\s+/)[0] ?? '')
      .filter((name) => name !== '')
      .map((name) => [draft, name] as const),
  );
}

function readChunks({ outputFiles, metafile }: Result): Map<string, Chunk> {
  const text = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
  const scripts = Object.entries(metafile.outputs).filter(([path]) => path.endsWith('.js'));
  return new Map(
    scripts.map(([path, output]) => {
      const draft = basename(path);
      return [draft, { draft, text: text.get(draft) ?? '', map: text.get(`${draft}.map`), output }];
    }),
  );
}

/** A chunk with its source map in it, for the map of what it becomes part of. */
function withMap(chunk: Chunk | undefined): string {
  if (chunk?.map === undefined) return chunk?.text ?? '';
  const map = Buffer.from(chunk.map).toString('base64');
  return `${chunk.text}\n//# sourceMappingURL=data:application/json;base64,${map}`;
}

/** What the chunks were made of, told of what they have become: the second build saw only chunks. */
function describe(
  { outputs }: Metafile,
  chunks: ReadonlyMap<string, Chunk>,
  moduleOf: ReadonlyMap<string, FirstScreenModule>,
): Metafile['outputs'] {
  const scripts = Object.entries(outputs).filter(([path]) => path.endsWith('.js'));
  const known = new Set(scripts.map(([path]) => basename(path)));
  return Object.fromEntries(
    scripts.map(([path, output]) => {
      const draft = basename(path);
      const members = [...moduleOf]
        .filter(([, module]) => moduleFile(module) === draft)
        .map(([member]) => chunks.get(member)?.output);
      const own = chunks.get(draft)?.output;
      const sources = moduleOf.has(draft) ? [] : [...members, own];
      return [
        path,
        {
          ...output,
          entryPoint: own?.entryPoint ?? draft,
          inputs: Object.assign({}, ...sources.map((each) => each?.inputs ?? {})),
          imports: output.imports.map(({ path: to, kind, external }) =>
            known.has(basename(to)) ? { path: to, kind } : { path: to, kind, external: external ?? false },
          ),
        },
      ];
    }),
  );
}
