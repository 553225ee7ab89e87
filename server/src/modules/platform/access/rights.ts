import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { type CodePages, type MaskVersion, readCodePages, readMaskVersions } from './mask-versions.ts';
import type { Place, RuledPage } from './row-rules.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly rights: RightsCache;
  }
}

/** What a person may do, see and touch: the sum over their roles. */
export interface Rights {
  /** Changes with every change of anybody's rights: what these were read at. */
  readonly epoch: number;
  readonly roles: readonly { readonly roleNo: string; readonly roleName: string }[];
  readonly merchants: readonly { readonly merchantNo: string; readonly merchantName: string }[];
  readonly pages: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
  readonly scope: DataScope;
  readonly isMasked: boolean;
  /** What hides personal data, of everybody: see `masksAt`. */
  readonly maskVersions: readonly MaskVersion[];
  readonly codePages: CodePages;
  /** Files that they export show what lists mask for them. */
  readonly exportsUnmasked: boolean;
  /** Pages with data rules for a role of theirs, and where they stand: see `reachOn`. */
  readonly ruledPages: readonly RuledPage[];
  readonly place: Place;
  readonly deptName: string | null;
  readonly mfaBound: boolean;
  /** The same for two people exactly when they hold the same pages: a key for caches. */
  readonly pagesKey: string;
}

/** Pages that everybody signed in may open; OrderDetail and OrderAudit answer for each order instead. */
export const ALWAYS_PAGES: readonly string[] = [
  '/admincontent/home',
  '/admincontent/warningnotify',
  '/admincontent/orderdetailaudit/orderdetail',
  '/admincontent/orderdetailaudit/orderaudit',
];

interface RightsRow {
  readonly deptNo: string | null;
  readonly deptNos: string[];
  readonly allMerchantNos: string[];
  readonly ruledPages: RuledPage[];
  readonly deptName: string | null;
  readonly mfaBound: boolean;
  readonly roles: {
    roleNo: string;
    roleName: string;
    dataScope: string;
    isMasked: boolean;
    exportsUnmasked: boolean;
  }[];
  readonly merchants: { merchantNo: string; merchantName: string }[];
  readonly pages: string[];
  readonly codes: string[];
}

async function readRights(db: Database, userNo: string, epoch: number): Promise<Rights> {
  const { rows } = await sql<RightsRow>`
    SELECT d.dept_name, u.mfa_bound, u.dept_no,
      ARRAY(WITH RECURSIVE branch AS (
          SELECT u.dept_no AS dept_no WHERE u.dept_no IS NOT NULL
          UNION SELECT below.dept_no FROM department below
            JOIN branch ON below.parent_dept_no = branch.dept_no)
        SELECT dept_no FROM branch ORDER BY 1) AS dept_nos,
      ARRAY(SELECT merchant_no FROM merchant ORDER BY 1) AS all_merchant_nos,
      coalesce((SELECT jsonb_agg(ruled.page ORDER BY ruled.page ->> 'pagePath') FROM (
          SELECT jsonb_build_object('pagePath', lower(m.perms),
            'codes', coalesce((SELECT jsonb_agg(op.perms ORDER BY op.perms) FROM menu op
              WHERE op.parent_menu_no = m.menu_no AND op.menu_type = 'OPERATION'), '[]'),
            'roles', jsonb_agg(jsonb_build_object('roleNo', r.role_no, 'dataScope', r.data_scope,
              'rowScope', rule.row_scope,
              'maskedFields', coalesce(to_jsonb(rule.masked_fields), '[]')) ORDER BY r.role_no)
            ) AS page
          FROM menu m
            JOIN role_page rp ON rp.page_path = lower(m.perms)
            JOIN user_role ur ON ur.role_no = rp.role_no AND ur.user_no = u.user_no
            JOIN role r ON r.role_no = rp.role_no
            LEFT JOIN menu_data_rule rule ON rule.menu_no = m.menu_no AND rule.role_no = r.role_no
          WHERE m.menu_type = 'PAGE'
            AND EXISTS (SELECT 1 FROM menu_data_rule any_rule WHERE any_rule.menu_no = m.menu_no)
          GROUP BY m.menu_no
          HAVING bool_or(rule.row_scope IS NOT NULL)) ruled), '[]') AS ruled_pages,
      coalesce((SELECT jsonb_agg(jsonb_build_object('roleNo', r.role_no, 'roleName', r.role_name,
          'dataScope', r.data_scope, 'isMasked', r.is_desensitization,
          'exportsUnmasked', r.unmasked_export) ORDER BY r.role_no)
        FROM user_role ur JOIN role r USING (role_no) WHERE ur.user_no = u.user_no), '[]') AS roles,
      coalesce((SELECT jsonb_agg(jsonb_build_object('merchantNo', m.merchant_no,
          'merchantName', m.merchant_name) ORDER BY m.merchant_no)
        FROM user_merchant um JOIN merchant m USING (merchant_no)
        WHERE um.user_no = u.user_no), '[]') AS merchants,
      ARRAY(SELECT DISTINCT rp.page_path FROM user_role ur JOIN role_page rp USING (role_no)
        WHERE ur.user_no = u.user_no ORDER BY 1) AS pages,
      ARRAY(SELECT DISTINCT rc.code FROM user_role ur JOIN role_code rc USING (role_no)
        WHERE ur.user_no = u.user_no ORDER BY 1) AS codes
    FROM app_user u LEFT JOIN department d ON d.dept_no = u.dept_no
    WHERE u.user_no = ${userNo}
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`the user ${userNo} of a live session does not exist`);
  const pages = new Set([...row.pages, ...ALWAYS_PAGES]);
  const merchantNos = row.merchants.map(({ merchantNo }) => merchantNo);
  const { deptNo, deptNos, allMerchantNos, ruledPages } = row;
  const maskVersions = await readMaskVersions(db);
  return {
    ruledPages,
    place: { userNo, deptNo, deptNos, merchantNos, allMerchantNos },
    epoch,
    roles: row.roles.map(({ roleNo, roleName }) => ({ roleNo, roleName })),
    merchants: row.merchants,
    pages,
    codes: new Set(row.codes),
    scope: row.roles.some((role) => role.dataScope === 'ALL') ? 'all' : { merchantNos },
    // Rights add up: one role that shows values is enough; a person without any role sees none.
    isMasked: row.roles.every((role) => role.isMasked),
    maskVersions,
    codePages: await readCodePages(db, maskVersions),
    exportsUnmasked: row.roles.some((role) => role.exportsUnmasked),
    deptName: row.deptName,
    mfaBound: row.mfaBound,
    pagesKey: [...pages].sort().join(' '),
  };
}

/** Rights by person, read again when the epoch that a call read with its session is another one. */
export interface RightsCache {
  of(userNo: string, epoch: number): Promise<Rights>;
}

export function createRightsCache(db: Database): RightsCache {
  const cache = new LRUCache<string, { epoch: number; rights: Promise<Rights> }>({ max: 5_000 });
  return {
    of(userNo, epoch) {
      const known = cache.get(userNo);
      if (known?.epoch === epoch) return known.rights;
      const rights = readRights(db, userNo, epoch);
      cache.set(userNo, { epoch, rights });
      // A failed read must not be remembered.
      rights.catch(() => cache.delete(userNo));
      return rights;
    },
  };
}
