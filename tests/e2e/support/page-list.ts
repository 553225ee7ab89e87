import { auditOrder, auth, type Bootstrap } from '@kituo/sdk/contracts';
import { DEMO_USER_NAMES } from '../../../server/src/seed/people.ts';
import type { Station } from '../../support/e2e-run.ts';
import { manifestOf, OperatorsRegistry } from './registry-file.ts';
import { callAs, tokenOf } from './staff.ts';

/** A page of the registry. */
export interface ListedPage {
  readonly plugin: string;
  readonly path: string;
}

/** `npm test -- --changed` looks at the pages of these plugins alone. */
const ONLY = process.env.KITUO_PAGES_OF?.split(',');

/** Every page of every plugin that the registry names, as the packages describe them. */
export function listedPages(server: Station): ListedPage[] {
  const plugins = [...new OperatorsRegistry(server).plugins()];
  return plugins
    .filter(([plugin]) => ONLY?.includes(plugin) ?? true)
    .flatMap(([plugin, version]) =>
      manifestOf(plugin, version, server.packagesDir).description.pages.map(({ path }) => ({ plugin, path })),
    );
}

type Opening = (server: string, token: string) => string | Promise<string>;

const newestOrder: Opening = async (server: string, token: string): Promise<string> => {
  const all = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
  const { rows } = await callAs(server, token, auditOrder.manageList, all);
  return `?source=OrderManagement&orderNo=${rows[0]?.orderNo ?? ''}`;
};

/** Orders of today alone are shown at first, and a day may have none. */
const ofAnyTime: Opening = () => '?applyTime=any';

/** What stands in the address of a page so that it has something to show. All others open by themselves. */
const OPENED_WITH: Readonly<Record<string, Opening>> = {
  '/AdminContent/AuditSystem/OrderAllocation': ofAnyTime,
  '/AdminContent/AuditSystem/OrderManagement': ofAnyTime,
  '/AdminContent/AuditSystem/OrderManagementAbridgment': ofAnyTime,
  '/AdminContent/OrderDetailAudit/OrderDetail': newestOrder,
  '/AdminContent/OrderDetailAudit/OrderAudit': newestOrder,
};

/** Who visits a page: the first demo person who may open it. */
export interface Visitor {
  readonly userName: string;
  readonly token: string;
  readonly bootstrap: Bootstrap;
}

/** The demo people, signed in once each, and only those who are needed. */
export class Visitors {
  readonly #server: string;
  readonly #signedIn = new Map<string, Promise<Visitor>>();

  constructor(server: string) {
    this.#server = server;
  }

  async #enter(userName: string): Promise<Visitor> {
    const token = await tokenOf(this.#server, userName);
    return { userName, token, bootstrap: await callAs(this.#server, token, auth.getBootstrap, {}) };
  }

  /** Throws Error where no demo person holds the page: nobody could look at it. */
  async of(path: string): Promise<Visitor> {
    for (const userName of DEMO_USER_NAMES) {
      const entering = this.#signedIn.get(userName) ?? this.#enter(userName);
      this.#signedIn.set(userName, entering);
      const visitor = await entering;
      if (visitor.bootstrap.fullPaths.includes(path.toLowerCase())) return visitor;
    }
    throw new Error(`No demo person may open ${path}: give it to a role of the seed.`);
  }

  /** The page's whole address. */
  async address(path: string, { token }: Visitor): Promise<string> {
    const query = await OPENED_WITH[path]?.(this.#server, token);
    return this.#server + path + (query ?? '');
  }
}

/** What a person's menu calls a page; undefined where it has no entry. */
export function menuName({ bootstrap }: Visitor, path: string): string | undefined {
  const waiting = [...bootstrap.menus];
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
    if (item.perms?.toLowerCase() === path.toLowerCase()) return item.menuName;
    waiting.push(...item.childList);
  }
  return undefined;
}
