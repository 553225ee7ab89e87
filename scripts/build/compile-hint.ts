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

/** Where the lines of a source map begin. Its text is changed, not read: a map is larger than its script. */
const LINES = '"mappings":"';

/** The script with the hint on a first line of its own; its source map begins a line later. */
export function compiledWhole({ code, map }: Script): Script {
  return { code: COMPILE_WHOLE + code, map: map?.replace(LINES, `${LINES};`) };
}

/** The same script without the hint, for one that becomes part of another. */
export function uncompiled({ code, map }: Script): Script {
  if (!code.startsWith(COMPILE_WHOLE)) return { code, map };
  return { code: code.slice(COMPILE_WHOLE.length), map: map?.replace(`${LINES};`, LINES) };
}
