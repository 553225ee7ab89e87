import type { Bootstrap, SessionPlugin } from '@kituo/sdk/contracts';
import { fakeBootstrap, fakeUser } from '@kituo/sdk/testing';

/** For tests: a plugin with a page at `/AdminContent/<path>` for each path. */
export function fakePlugin(name: string, version: string, paths: string[]): SessionPlugin {
  const pages = paths.map((path) => ({
    name: path,
    path: `/AdminContent/${path}`,
    titleKey: path,
    files: [],
    styles: [],
    shared: [],
  }));
  const files = [`plugin.${name}${version}.js`];
  return { name, version, titleKey: name, files, entry: 0, styles: [], locales: {}, pages };
}

/** For tests: the bootstrap of somebody who may open all pages of these plugins. */
export function sessionWith(plugins: SessionPlugin[], userNo = 'U1'): Bootstrap {
  const paths = plugins.flatMap((each) => each.pages).map((page) => page.path.toLowerCase());
  return fakeBootstrap({
    user: fakeUser({ userNo }),
    fullPaths: paths.sort(),
    registry: { revision: paths.join(), plugins },
  });
}
