/**
 * V8's explicit compile hint (https://v8.dev/blog/explicit-compile-hints): the whole script is compiled while
 * it is fetched, off the main thread. Else each function is compiled when it is called first, which for a
 * page that was fetched ahead is within the click that opens it. Other browsers read a comment.
 */
export const COMPILE_WHOLE = '//# allFunctionsCalledOnLoad\n';

interface Script {
  readonly code: string;
  readonly map?: string | undefined;
}

/** The script with the hint on a first line of its own; its source map begins a line later. */
export function compiledWhole({ code, map }: Script): Script {
  const hinted = COMPILE_WHOLE + code;
  if (map === undefined) return { code: hinted };
  const read: { mappings: string } = JSON.parse(map);
  return { code: hinted, map: JSON.stringify({ ...read, mappings: `;${read.mappings}` }) };
}

/** The same script without the hint, for one that becomes part of another. */
export function uncompiled({ code, map }: Script): Script {
  if (!code.startsWith(COMPILE_WHOLE)) return { code, map };
  const plain = code.slice(COMPILE_WHOLE.length);
  if (map === undefined) return { code: plain };
  const read: { mappings: string } = JSON.parse(map);
  return { code: plain, map: JSON.stringify({ ...read, mappings: read.mappings.slice(1) }) };
}
