import type { Access, menuRules } from '@kituo/sdk/contracts';
import type { DataScope, RowAlternative } from '../../../http/implement.ts';

/** One role of a person on one page, with the page's rule for that role; null without one. */
export interface RoleOnPage {
  readonly roleNo: string;
  readonly dataScope: 'ALL' | 'MERCHANTS';
  readonly rowScope: menuRules.RowScope | null;
  readonly maskedFields: readonly string[];
}

/** A page with at least one rule, through the roles of a person that hold it. */
export interface RuledPage {
  /** Lower-cased. */
  readonly pagePath: string;
  /** The operations that stand below it in the menu: they reach the same rows. */
  readonly codes: readonly string[];
  readonly roles: readonly RoleOnPage[];
}

/** Where a person stands: what the rules' words mean for them. */
export interface Place {
  readonly userNo: string;
  readonly deptNo: string | null;
  /** Their department and all below it. */
  readonly deptNos: readonly string[];
  readonly merchantNos: readonly string[];
  readonly allMerchantNos: readonly string[];
}

/** What one call may touch. */
export interface Reach {
  readonly scope: DataScope;
  readonly maskedFields: ReadonlySet<string>;
}

function alternativeOf({ dataScope, rowScope }: RoleOnPage, place: Place): RowAlternative {
  const own = { merchantNos: place.merchantNos };
  // A rule narrows what the role's own scope takes in; it never widens it.
  const within = dataScope === 'ALL' ? {} : own;
  switch (rowScope) {
    case null:
    case 'ALL':
      return within;
    case 'MERCHANTS':
      return own;
    case 'DEPARTMENT_AND_BELOW':
      return { ...within, deptNos: place.deptNos };
    case 'DEPARTMENT':
      return { ...within, deptNos: place.deptNo === null ? [] : [place.deptNo] };
    case 'SELF':
      return { ...within, userNo: place.userNo };
  }
}

/** What a person reaches on one page: rights add up over the roles that hold it. */
export function reachOnPage(page: Pick<RuledPage, 'roles'>, place: Place): Reach {
  const rows = page.roles.map((role) => alternativeOf(role, place));
  const [first, ...others] = page.roles;
  const masked = (first?.maskedFields ?? []).filter((field) =>
    others.every(({ maskedFields }) => maskedFields.includes(field)),
  );
  const isEverything = rows.some((row) => Object.keys(row).length === 0);
  return {
    scope: isEverything
      ? 'all'
      : {
          merchantNos: page.roles.some(({ dataScope }) => dataScope === 'ALL')
            ? place.allMerchantNos
            : place.merchantNos,
          rows: [rows],
        },
    maskedFields: new Set(masked),
  };
}

const NOTHING: ReadonlySet<string> = new Set();

interface Holder {
  readonly scope: DataScope;
  readonly pages: ReadonlySet<string>;
  readonly ruledPages: readonly RuledPage[];
  readonly place: Place;
}

/**
 * What a call of an endpoint may touch. The rules that hold are those of the page the endpoint belongs
 * to: the first page of its access that the person holds, or the page its operation is below.
 */
export function reachOn(holder: Holder, access: Access): Reach {
  const { ruledPages, scope, place } = holder;
  const plain = { scope, maskedFields: NOTHING };
  if (ruledPages.length === 0 || typeof access === 'string') return plain;
  const page = 'page' in access ? ownerOf(access.page, holder) : belowOf(access.code, ruledPages);
  return page === undefined ? plain : reachOnPage(page, place);
}

function ownerOf(paths: readonly string[], { pages, ruledPages }: Holder): RuledPage | undefined {
  const owner = paths.map((path) => path.toLowerCase()).find((path) => pages.has(path));
  return ruledPages.find(({ pagePath }) => pagePath === owner);
}

function belowOf(codes: readonly string[], ruledPages: readonly RuledPage[]) {
  return ruledPages.find((page) => codes.some((code) => page.codes.includes(code)));
}
