import { smsMarketingTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** Enabled texts of a merchant that one person may send to another: without what only a campaign fills in. */
export async function spokenTexts(
  db: Queryable,
  merchantNo: string,
): Promise<{ templateNo: string; templateName: string; language: 'en' | 'sw' }[]> {
  const { rows } = await sql<{ templateNo: string; templateName: string; language: 'en' | 'sw'; content: string }>`
    select t.template_no, t.template_name, t.language, x.content from sms_marketing_template t
    join lateral (select content from sms_marketing_text x where x.template_no = t.template_no
      order by version_no desc limit 1) x on true
    where t.merchant_no = ${merchantNo} and t.template_status <> 'DISABLED'
    order by t.template_name, t.template_no limit 500`.execute(db);
  const isWhole = (content: string) => {
    const named = smsMarketingTemplate.variablesIn(content);
    return !smsMarketingTemplate.TASK_VARIABLES.some((one) => named.includes(one));
  };
  return rows
    .filter(({ content }) => isWhole(content))
    .map(({ templateNo, templateName, language }) => ({ templateNo, templateName, language }));
}
