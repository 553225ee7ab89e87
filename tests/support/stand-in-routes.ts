import { defineEndpoint, type Access } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { implement, type Implementation } from '../../server/src/http/implement.ts';
import { routeOf } from '../../server/src/seed/menu-types.ts';
import { SECTIONS } from '../../server/src/seed/roles.ts';
import { builtPages } from './built-pages.ts';

const filters = z.strictObject({
  merchantNo: z.optional(z.string()),
  phone: z.optional(z.string().check(z.regex(/^254\d{9}$/))),
  from: z.optional(z.iso.date()),
});
const shape = z.strictObject({
  filters: z.optional(filters),
  page: z.optional(z.int()),
  ids: z.optional(z.array(z.string())),
});

/** What an ordinary page brings: reads that its page opens, and commands with a code each. */
function routesOf(path: string, place: number): Implementation[] {
  const page: Access = { page: [path] };
  const code = (action: string): Access => ({ code: [`standIn:page${place}:${action}`] });
  const called: readonly (readonly [string, Access])[] = [
    ['page', page],
    ['detail', page],
    ['export', page],
    ['save', code('save')],
    ['decide', code('decide')],
  ];
  return called.map(([name, access]) => {
    const endpoint = defineEndpoint({
      name: `standIn${place}.${name}`,
      method: 'POST',
      path: `stand-in/${place}/${name}`,
      access,
      kind: 'query',
      summary: 'Stands in for an endpoint of a page that is not built yet',
      request: shape,
      reply: z.object({}),
    });
    return implement(endpoint, async () => ({}));
  });
}

/** Endpoints for every page that the menu has and no plugin yet: `KITUO_CONSOLE=whole` adds them to suites of all endpoints. */
export function standInRoutes(): readonly Implementation[] {
  if (process.env.KITUO_CONSOLE !== 'whole') return [];
  const built = builtPages();
  return SECTIONS.flatMap((section) => section.pages.map(([page]) => routeOf(section, page)))
    .filter((path) => !built.has(path))
    .flatMap(routesOf);
}
