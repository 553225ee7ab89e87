import { transform } from '@swc/core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildError } from './build-error.ts';
import { COMPILE_WHOLE, uncompiled } from './compile-hint.ts';
import { outputFile, type OutputFile } from './output-files.ts';
import { ROOT } from './paths.ts';
import type { SystemChunk } from './system-chunks.ts';

/** Where the host's files are served. */
export const HOST_PREFIX = '/host/';

/**
 * Concatenates the chunks of the first screen into two scripts: `vendor`, with SystemJS, the prelude and
 * what is made of npm packages alone, and `host`, with the rest and the call that starts the host.
 * The browser compiles all of both while they come: nearly all of it is called by the first screen.
 */
export async function makePacks(chunks: readonly SystemChunk[], entry: SystemChunk): Promise<OutputFile[]> {
  // The small build: prelude.js has what is used of the large one, forgetting a module.
  const systemJs = await readFile(join(ROOT, 'node_modules/systemjs/dist/s.min.js'), 'utf8');
  const prelude = await transform(await readFile(new URL('./prelude.js', import.meta.url), 'utf8'), {
    minify: true,
    configFile: false,
    swcrc: false,
    jsc: { minify: { mangle: true, compress: true } },
  });
  const vendor: PackPart[] = [
    { code: COMPILE_WHOLE },
    { code: systemJs.replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '') },
    { code: prelude.code },
    ...chunks.filter(isVendor).map(packPart),
  ];
  const host: PackPart[] = [
    { code: COMPILE_WHOLE },
    ...chunks.filter((chunk) => !isVendor(chunk)).map(packPart),
    { code: `System.import(${JSON.stringify(HOST_PREFIX + entry.file.name)});` },
  ];
  return [joinParts('vendor', vendor), joinParts('host', host)];
}

interface PackPart {
  readonly code: string;
  readonly map?: string;
  /** By how many columns the first line stands further right than in its map. */
  readonly shift?: number;
}

function isVendor(chunk: SystemChunk): boolean {
  return chunk.inputs.every((path) => path.includes('node_modules/') || path.startsWith('shared-name:'));
}

function packPart({ file }: SystemChunk): PackPart {
  const { code: script, map } = uncompiled({
    code: Buffer.from(file.content).toString(),
    map: file.map,
  });
  const parts = REGISTERED.exec(script);
  if (parts === null) throw new BuildError(`${file.name} is not a System.register script`);
  const [, imports = '', declare = ''] = parts;
  const before = `kituoPack(${JSON.stringify(HOST_PREFIX + file.name)},`;
  const code = `${before}${imports}(${calledAtOnce(declare)}));`;
  const shift = before.length + 1 - 'System.register('.length;
  return map === undefined ? { code } : { code, map, shift };
}

const REGISTERED = /^System\.register\((\[[^\]]*\],)(function\(.*\})\);?\s*$/s;

/**
 * Puts the function with a module's code in parentheses, as the one around it is: by them a browser
 * knows that both are called at once. Else it reads the module three times, twice only to find where
 * a function ends. As long as before, so that the source map stays right.
 */
function calledAtOnce(declare: string): string {
  const execute = 'execute:function(){';
  if (!declare.includes(execute) || !declare.endsWith('}}}')) return declare;
  return declare.replace(execute, 'execute:(()=>{     ').replace(/\}\}$/, ')}}');
}

/** One part a line (the parts are minified), so that an index source map can name each part's own map. */
function joinParts(stem: string, parts: readonly PackPart[]): OutputFile {
  const sections: string[] = [];
  let line = 0;
  const lines = parts.map(({ code, map, shift: column = 0 }) => {
    const text = code.trim();
    if (map !== undefined) {
      sections.push(`{"offset":${JSON.stringify({ line, column })},"map":${map}}`);
    }
    line += text.split('\n').length;
    return text;
  });
  const map = `{"version":3,"sections":[${sections.join(',')}]}`;
  return outputFile(stem, 'js', `${lines.join('\n')}\n`, map);
}
