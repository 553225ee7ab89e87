import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import type { ModuleLoader } from '../loading/module-loader.ts';
import type { HotComponents } from './hot-component.tsx';

type Export = (name: string, value: unknown) => void;
type Declare = (add: Export) => { readonly setters: readonly []; readonly execute: () => void };

declare global {
  /** Puts a module under an address; see `scripts/build/prelude.js`. */
  var kituoPack: ((path: string, imports: readonly string[], declare: Declare) => void) | undefined;
}

/** Gives the modules below an address a `jsx` of their own, which draws parts of the page that keep their state. */
export function makeElementsHot(
  modules: ModuleLoader,
  hot: HotComponents,
  { plugin, base }: { readonly plugin: string; readonly base: string },
): void {
  const dressed =
    (make: typeof jsx): typeof jsx =>
    (type, ...rest) => {
      const part: unknown = hot.dressPart(plugin, type);
      return make(isElementType(part) ? part : type, ...rest);
    };
  const path = `/host/hot-elements-${plugin}.js`;
  globalThis.kituoPack?.(path, [], (add) => ({
    setters: [],
    execute() {
      add('jsx', dressed(jsx));
      add('jsxs', dressed(jsxs));
      add('Fragment', Fragment);
    },
  }));
  const scopes = { [base]: { 'react/jsx-runtime': path } };
  modules.addImportMap({ imports: {}, integrity: {}, scopes });
}

function isElementType(value: unknown): value is Parameters<typeof jsx>[0] {
  return typeof value === 'function';
}
