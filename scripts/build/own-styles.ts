import { transform } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';
import { onceEach } from './once-each.ts';

/** Lets a module import a stylesheet; the build sends it with the scripts, never as a script. */
export function styleImports(): Plugin {
  return {
    name: 'style-imports',
    setup(build) {
      build.onLoad({ filter: /\.css$/ }, () => ({ contents: '', loader: 'js' }));
    },
  };
}

/**
 * The stylesheets that a module and what it imports import, imported ones first. What is imported on demand
 * counts only when requested.
 */
export function stylesReachedFrom(
  metafile: Metafile,
  root: string,
  { onDemand = false }: { readonly onDemand?: boolean } = {},
): string[] {
  const seen = new Set<string>();
  const styles: string[] = [];
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: imported, kind } of metafile.inputs[path]?.imports ?? [])
      if (onDemand || kind !== 'dynamic-import') visit(imported);
    if (path.endsWith('.css')) styles.push(path);
  };
  visit(root);
  return styles;
}

export const minifyStyles = onceEach(async (text) => {
  const { code } = await transform(text, { loader: 'css', minify: true, target: 'es2022' });
  return code.trim();
});
