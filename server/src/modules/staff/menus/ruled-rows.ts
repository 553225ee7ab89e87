import { menuRules } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { peopleHoldingPage } from '../users/index.ts';

interface RowSample {
  readonly total: number;
  /** The first few that somebody else sees, too. */
  readonly sample: { no: string; name: string }[];
}

/** A page whose lists keep to data rules by person and department, too. */
export interface RuledPage {
  /** Lower-cased. */
  readonly pagePath: string;
  /** What rules can mask; nothing where left out. */
  readonly maskable?: readonly string[];
  /** Left out where the page has no list that this server can count. */
  within?(db: Queryable, scope: DataScope, seenBy: DataScope): Promise<RowSample>;
}

export type RuledPages = ReadonlyMap<string, RuledPage>;

declare module '../../../define-module.ts' {
  interface Module {
    /** Pages whose lists keep to data rules by person and department. */
    readonly ruledPages?: readonly RuledPage[];
  }
}

declare module '../../../services.ts' {
  interface Services {
    readonly ruledPages: RuledPages;
  }
}

/** All ruled pages by path. Throws when one is defined twice. */
export function createRuledPages(pages: readonly RuledPage[]): RuledPages {
  const byPath = new Map<string, RuledPage>();
  for (const page of pages) {
    if (byPath.has(page.pagePath)) throw new Error(`the rules of ${page.pagePath} are defined twice`);
    byPath.set(page.pagePath, page);
  }
  return byPath;
}

/** Where rows have a merchant alone, a rule on departments or people would hide them all or nothing. */
const OF_MERCHANTS: readonly menuRules.RowScope[] = ['ALL', 'MERCHANTS'];

/** What data rules can say about the rows of one page. */
export function ruledRows({ ruledPages }: { readonly ruledPages: RuledPages }, pagePath: string) {
  const page = ruledPages.get(pagePath);
  return {
    maskable: page?.maskable ?? [],
    within: page?.within ?? null,
    rowScopes: page ? menuRules.rowScope.options : OF_MERCHANTS,
    holders: peopleHoldingPage,
  };
}
