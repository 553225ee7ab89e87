import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/**
 * Databases that were filled before get the operations of limits, rewards, withdrawals, charges and partners'
 * payments below the catalogue where the others of their area stand; administrators hold them. A database that is
 * filled later gets them from the seed.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(operations).execute(db);
}

const operations = `
  WITH new (code, area, en, zh) AS (VALUES
    ('afterLoan:wallet:grant', 'afterLoan', 'Grant wallet', '发放钱包'),
    ('afterLoan:walletWithdrawal:submit', 'afterLoan', 'Submit withdrawal', '提交钱包提现'),
    ('merchant:consumption:charge', 'merchant', 'Charge consumption', '扣收消费'),
    ('supermarket:review:settle', 'supermarket', 'Settle result data', '结清审核数据'),
    ('operation:creditLimit:grant', 'operation', 'Grant credit limit', '发放授信额度'),
    ('operation:creditLimit:close', 'operation', 'Close credit limit', '关闭授信额度'),
    ('operation:creditLimit:audit', 'operation', 'Decide credit limit', '审核授信额度')
  ), placed AS (
    -- Where most operations of the area stand: a house may have moved some.
    SELECT new.*, (SELECT parent_menu_no FROM menu
        WHERE menu_type = 'OPERATION' AND perms LIKE new.area || ':%' AND parent_menu_no IS NOT NULL
        GROUP BY parent_menu_no ORDER BY count(*) DESC, parent_menu_no LIMIT 1) AS parent
    FROM new
    WHERE NOT EXISTS (SELECT FROM menu WHERE menu_type = 'OPERATION' AND perms = new.code)
  ), added AS (
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
    SELECT parent, 'OPERATION', jsonb_build_object('en', en, 'zh', zh), code,
      (SELECT coalesce(max(sort), 0) FROM menu WHERE parent_menu_no = parent)
        + 10 * row_number() OVER (PARTITION BY parent ORDER BY code)
    FROM placed WHERE parent IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING perms
  )
  INSERT INTO role_code (role_no, code)
    SELECT role_no, perms FROM role CROSS JOIN added WHERE is_administrator
    ON CONFLICT DO NOTHING;
`;
