import { transform } from '@swc/core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildError } from './build-error.ts';
import { outputFile, type OutputFile } from './output-files.ts';
import { ROOT } from './paths.ts';
import type { SystemChunk } from './system-chunks.ts';

/** Where the host's files are served. */
export const HOST_PREFIX = '/host/';

/**
 * Concatenates the chunks of the first screen into two scripts: `vendor`, with SystemJS, the prelude and
 * what is made of npm packages alone, and `host`, with the rest and the call that starts the host.
 */
export async function makePacks(
  chunks: readonly SystemChunk[],
  entry: SystemChunk,
): Promise<OutputFile[]> {
  const systemJs = await readFile(join(ROOT, 'node_modules/systemjs/dist/system.min.js'), 'utf8');
  const prelude = await transform(
    await readFile(new URL('./prelude.js', import.meta.url), 'utf8'),
    {
      minify: true,
      configFile: false,
      swcrc: false,
      jsc: { minify: { mangle: true, compress: true } },
    },
  );
  const vendor: PackPart[] = [
    { code: systemJs.replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '') },
    { code: prelude.code },
    ...chunks.filter(isVendor).map(packPart),
  ];
  const host: PackPart[] = [
    ...chunks.filter((chunk) => !isVendor(chunk)).map(packPart),
    { code: `System.import(${JSON.stringify(HOST_PREFIX + entry.file.name)});` },
  ];
  return [joinParts('vendor', vendor), joinParts('host', host)];
}

interface PackPart {
  readonly code: string;
  readonly map?: string;
}

function isVendor(chunk: SystemChunk): boolean {
  return chunk.inputs.every(
    (path) => path.includes('node_modules/') || path.startsWith('shared-name:'),
  );
}

function packPart({ file }: SystemChunk): PackPart {
  const code = Buffer.from(file.content).toString();
  const opening = 'System.register(';
  if (!code.startsWith(opening))
    throw new BuildError(`${file.name} is not a System.register script`);
  const packed = `kituoPack(${JSON.stringify(HOST_PREFIX + file.name)},${code.slice(opening.length)}`;
  return file.map === undefined ? { code: packed } : { code: packed, map: file.map };
}

/** One part a line (the parts are minified), so that an index source map can name each part's own map. */
function joinParts(stem: string, parts: readonly PackPart[]): OutputFile {
  const sections: { offset: { line: number; column: number }; map: unknown }[] = [];
  let line = 0;
  const lines = parts.map(({ code, map }) => {
    const text = code.trim();
    if (map !== undefined) sections.push({ offset: { line, column: 0 }, map: JSON.parse(map) });
    line += text.split('\n').length;
    return text;
  });
  return outputFile(stem, 'js', `${lines.join('\n')}\n`, JSON.stringify({ version: 3, sections }));
}
