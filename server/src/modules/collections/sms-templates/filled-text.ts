import { smsMarketingTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/**
 * A template's text as it was last approved, filled in for a customer; null where the template is disabled, or names what
 * this sender does not fill in: approved since, it would leave with a hole. For nobody's customer a text that names
 * anything has one.
 *
 * @param more What the sender fills in: the variables of a task.
 */
export async function filledText(
  db: Queryable,
  templateNo: string,
  customerNo: string | null,
  optOutText?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const { rows } = await sql<{
    content: string;
    customerName: string | null;
    limitCents: number | null;
    productName: string | null;
  }>`select x.content, c.customer_name, k.limit_cents, p.product_name
    from sms_marketing_template t
    join lateral (select content from sms_marketing_text x where x.template_no = t.template_no
      order by version_no desc limit 1) x on true
    left join customer c on c.customer_no = ${customerNo}
    left join customer_credit k on k.customer_no = c.customer_no and k.credit_status = 'GRANTED'
    left join lateral (select lp.product_name from loan_order o join loan_product lp on lp.product_no = o.product_no
      where o.customer_no = c.customer_no order by o.apply_time desc limit 1) p on true
    where t.template_no = ${templateNo} and t.template_status <> 'DISABLED'`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const values = {
    firstName: row.customerName?.split(' ')[0] ?? '',
    amount: row.limitCents === null ? '' : `KES ${Math.floor(row.limitCents / 100).toLocaleString('en-KE')}`,
    productName: row.productName ?? '',
    ...more,
  };
  const named = smsMarketingTemplate.variablesIn(row.content);
  if (row.customerName === null && named.length > 0) return null;
  if (smsMarketingTemplate.TASK_VARIABLES.some((one) => named.includes(one) && !more[one])) return null;
  return smsMarketingTemplate.fillIn(row.content, values, optOutText);
}
