import { parse } from '@swc/core';
import { build, type BuildResult, type Metafile, type Plugin } from 'esbuild';
import { basename, join } from 'node:path';
import { Barrels, names } from './barrels.ts';
import { ROOT, SDK, SDK_ENDING } from './paths.ts';
import { pureContracts } from './pure-contracts.ts';
import { isHelpers } from './system-chunks.ts';

type Result = BuildResult<{ metafile: true; write: false }>;

/** What plugins import all contracts by, and what a single module of them is called between the two steps. */
const CONTRACTS = '@kituo/sdk/contracts';
const PREFIX = 'contract:';

const SENTENCE = /\b(import|export)\s*(type\s+)?\{([^}]*)\}\s*from\s*(["'])@kituo\/sdk\/contracts\4;?/g;

/**
 * Makes a plugin's imports of contracts lead to the module that has them, so that of a family no more comes than
 * is named. The number of lines stays.
 */
export function directContracts(): (text: string) => string {
  const index = join(SDK, `contracts/index${SDK_ENDING}`);
  const barrels = new Barrels(() => null);
  return (text) =>
    text.replace(SENTENCE, (whole: string, word: string, type: string | undefined, list: string) => {
      if (type !== undefined) return whole;
      const sentences = names(list).flatMap(({ local, name, isType }) => {
        if (isType) return [];
        const source = barrels.find(index, local);
        const from = `from '${PREFIX}${source?.file ?? index}';`;
        if (source?.imported === null) return [`${word} * as ${name} ${from}`];
        const imported = source?.imported ?? local;
        return [`${word} { ${imported === name ? name : `${imported} as ${name}`} } ${from}`];
      });
      return sentences.join('') + '\n'.repeat(whole.split('\n').length - 1);
    });
}

/** Finds the modules of contracts; with `isLeft` they stay imports, for `withOwnContracts`. */
export function contractModules({ isLeft }: { readonly isLeft: boolean }): Plugin {
  return {
    name: 'contract-modules',
    setup(build) {
      build.onResolve({ filter: /^(contract:|@kituo\/sdk\/contracts$)/ }, ({ path }) => {
        const file = path === CONTRACTS ? join(SDK, `contracts/index${SDK_ENDING}`) : path.slice(PREFIX.length);
        return isLeft
          ? { path: PREFIX + file, external: true, sideEffects: false }
          : { path: file, sideEffects: false };
      });
    },
  };
}

/** Characters of a script below which its own copy costs a page less than another request. */
const SMALL = 2_000;

/**
 * Gives each script of a plugin its own copy of the contracts that it names, cut to what it uses. A splitting build
 * moves whole modules: a page with one endpoint of a family would get all that any page uses, in a script for both.
 * Contracts are data without state, so copies are as good as one; so are small scripts of nothing but functions.
 */
export async function withOwnContracts(result: Result): Promise<Result> {
  const texts = new Map(result.outputFiles.map((file) => [basename(file.path), file.text]));
  const { outputs, inputs } = result.metafile;
  const scripts = Object.entries(outputs).filter(([path]) => path.endsWith('.js'));
  const copied = new Set<string>();
  for (const [path, output] of scripts) {
    const text = texts.get(basename(path)) ?? '';
    const isSmall = output.entryPoint === undefined && text.length < SMALL;
    if (isHelpers(output) || (isSmall && (await isStateless(text)))) copied.add(basename(path));
  }
  const drafts = scripts.map(([path]) => basename(path)).filter((draft) => !copied.has(draft));
  const made = await build({
    absWorkingDir: ROOT,
    entryPoints: drafts.map((draft) => ({ in: `chunk:${draft}`, out: draft.replace(/\.js$/, '') })),
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    entryNames: '[name]',
    plugins: [chunks(texts, copied), contractModules({ isLeft: false }), pureContracts({ calls: false })],
    logLevel: 'silent',
  });
  const before = new Map(scripts.map(([path, output]) => [basename(path), output]));
  return { ...made, metafile: { inputs, outputs: describe(made.metafile, before) } };
}

/** Whether a script declares functions and plain values alone, so that it does not matter how many copies there are. */
async function isStateless(text: string): Promise<boolean> {
  const { body } = await parse(text, { syntax: 'ecmascript', target: 'es2022' });
  return body.every((item) => {
    if (item.type === 'VariableDeclaration')
      return item.declarations.every(({ init }) => init != null && PLAIN.has(init.type));
    return ['ImportDeclaration', 'ExportNamedDeclaration', 'FunctionDeclaration'].includes(item.type);
  });
}

const PLAIN = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'StringLiteral',
  'NumericLiteral',
  'BooleanLiteral',
]);

function chunks(texts: ReadonlyMap<string, string>, copied: ReadonlySet<string>): Plugin {
  return {
    name: 'chunks',
    setup(build) {
      build.onResolve({ filter: /^chunk:/ }, ({ path }) => ({ path: path.slice('chunk:'.length), namespace: 'chunk' }));
      build.onResolve({ filter: /.*/, namespace: 'chunk' }, ({ path }) => {
        if (path.startsWith(PREFIX)) return null;
        const draft = basename(path);
        if (copied.has(draft)) return { path: draft, namespace: 'chunk', sideEffects: false };
        return { path, external: true };
      });
      // Schemas are made by functions that the host shares.
      build.onResolve({ filter: /^zod\/mini$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
      build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
        contents: withMap(texts.get(path) ?? '', texts.get(`${path}.map`)),
      }));
    },
  };
}

/** With its source map in it, for the map of what it becomes. */
function withMap(text: string, map: string | undefined): string {
  if (map === undefined) return text;
  return `${text}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
}

/** What the scripts were made of, and which of them import one another: the second step saw only scripts. */
function describe(
  { outputs }: Metafile,
  before: ReadonlyMap<string, Metafile['outputs'][string]>,
): Metafile['outputs'] {
  return Object.fromEntries(
    Object.entries(outputs).map(([path, output]) => {
      const first = before.get(basename(path));
      const imports = output.imports.map(({ path: to, kind, external = false }) =>
        before.has(basename(to)) ? { path: to, kind } : { path: to, kind, external },
      );
      const entryPoint = first?.entryPoint;
      return [
        path,
        {
          bytes: output.bytes,
          exports: output.exports,
          inputs: first?.inputs ?? output.inputs,
          imports,
          ...(entryPoint !== undefined && { entryPoint }),
        },
      ];
    }),
  );
}
