// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownFiles } from './own-files.ts';

/** What SystemJS makes of an address: a script that says where it comes from. */
class Loader {
  createScript(url: string): HTMLScriptElement {
    const script = document.createElement('script');
    script.src = url;
    script.integrity = 'sha256-of-the-module';
    return script;
  }
}

// With a prototype of its own, which is what is changed.
beforeEach(() => void vi.stubGlobal('System', Object.create(Object.create(Loader.prototype))));
afterEach(() => vi.unstubAllGlobals());

const at = (path: string) => new URL(path, document.baseURI).href;
function fetched(path: string): { readonly src: string; readonly integrity: string } {
  const create: unknown = Reflect.get(System, 'createScript');
  if (typeof create !== 'function') throw new Error('no loader');
  const { src, integrity } = create.call(System, at(path));
  return { src, integrity };
}

it('fetches later chunks below the newest ticket, under the names that modules have', () => {
  const files = ownFiles('/frame/t1/');
  expect(fetched('/frame/t1/Sales.js').src).toBe(at('/frame/t1/Sales.js'));
  for (const ticket of ['t2', 't3']) {
    files.renew(`/frame/${ticket}/`);
    expect(fetched('/frame/t1/Later.js')).toEqual({
      src: at(`/frame/${ticket}/Later.js`),
      integrity: 'sha256-of-the-module',
    });
  }
  // What is not the plugin's own stays where it is.
  expect(fetched('/host/page.js').src).toBe(at('/host/page.js'));
});
