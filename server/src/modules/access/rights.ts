import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { DataScope } from '../../http/implement.ts';

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
  readonly deptName: string | null;
  readonly mfaBound: boolean;
  readonly roles: { roleNo: string; roleName: string; dataScope: string; isMasked: boolean }[];
  readonly merchants: { merchantNo: string; merchantName: string }[];
  readonly pages: string[];
  readonly codes: string[];
}

async function readRights(db: Database, userNo: string, epoch: number): Promise<Rights> {
  const { rows } = await sql<RightsRow>`
    SELECT d.dept_name, u.mfa_bound,
      coalesce((SELECT jsonb_agg(jsonb_build_object('roleNo', r.role_no, 'roleName', r.role_name,
          'dataScope', r.data_scope, 'isMasked', r.is_desensitization) ORDER BY r.role_no)
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
  return {
    epoch,
    roles: row.roles.map(({ roleNo, roleName }) => ({ roleNo, roleName })),
    merchants: row.merchants,
    pages,
    codes: new Set(row.codes),
    scope: row.roles.some((role) => role.dataScope === 'ALL')
      ? 'all'
      : { merchantNos: row.merchants.map(({ merchantNo }) => merchantNo) },
    // Rights add up: one role that shows values is enough; a person without any role sees none.
    isMasked: row.roles.every((role) => role.isMasked),
    deptName: row.deptName,
    mfaBound: row.mfaBound,
    pagesKey: [...pages].sort().join(' '),
  };
}

/** Rights by person, read anew when the epoch that a call read with its session is another one. */
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
