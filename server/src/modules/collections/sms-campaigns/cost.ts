import { smsMarketingTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

/** What one part of an SMS cost lately by the gateway's own word; KES 0.80 until it said any. */
export async function segmentCents(db: Queryable): Promise<number> {
  const { rows } = await sql<{ cents: number | null }>`select ceil(avg(cost_cents))::int as cents from (
    select r.cost_cents from contact_result r where r.cost_cents > 0 and r.outcome = 'SENT'
    order by r.result_id desc limit 200) lately`.execute(db);
  return rows[0]?.cents ?? 80;
}

export interface AskedArm {
  readonly templateNo: string;
  readonly sharePercent: number;
}

interface EnabledTemplate {
  readonly templateNo: string;
  readonly templateName: string;
  readonly content: string;
}

/**
 * A text that may be sent by whoever fills in nothing beside what the customer's books say.
 *
 * @param field Where the form names it.
 * @throws AppError MARKETING_TEMPLATE_NOT_ENABLED, MARKETING_VARIABLE_UNFILLED
 */
export async function enabledText(
  db: Queryable,
  { merchantNo, templateNo }: { readonly merchantNo: string; readonly templateNo: string },
  field: string,
): Promise<string> {
  const found = await enabledTemplates(db, merchantNo, [{ templateNo, sharePercent: 100 }], field);
  const content = found.get(templateNo)?.content ?? '';
  const named = smsMarketingTemplate.variablesIn(content);
  const variable = smsMarketingTemplate.TASK_VARIABLES.find((one) => named.includes(one));
  if (variable !== undefined) {
    throw new AppError('MARKETING_VARIABLE_UNFILLED', {
      fields: [field],
      facts: { templateNo, variable: `{{${variable}}}` },
    });
  }
  return content;
}

/** Pure. */
export const textsOf = (found: ReadonlyMap<string, EnabledTemplate>): ReadonlyMap<string, string> =>
  new Map([...found].map(([templateNo, { content }]) => [templateNo, content]));

/** @throws AppError MARKETING_TEMPLATE_NOT_ENABLED */
export async function enabledTemplates(
  db: Queryable,
  merchantNo: string,
  arms: readonly AskedArm[],
  field = 'arms',
): Promise<ReadonlyMap<string, EnabledTemplate>> {
  const rows = await db
    .selectFrom('smsMarketingTemplate')
    .select(['templateNo', 'templateName', 'content'])
    .where('merchantNo', '=', merchantNo)
    .where('templateStatus', '=', 'ENABLED')
    .where(
      'templateNo',
      'in',
      arms.map(({ templateNo }) => templateNo),
    )
    .execute();
  const found = new Map(rows.map((row) => [row.templateNo, row]));
  const missing = arms.find(({ templateNo }) => !found.has(templateNo));
  if (missing) {
    throw new AppError('MARKETING_TEMPLATE_NOT_ENABLED', {
      fields: [field],
      facts: { templateNo: missing.templateNo },
    });
  }
  return found;
}

export interface Estimate {
  readonly messages: number;
  readonly segments: number;
  readonly costCents: number;
}

/** Pure. An arm's part of the messages. */
export const shareOf = (messages: number, sharePercent: number): number => Math.ceil((messages * sharePercent) / 100);

/** Pure. SMS that a template is sent as, opt-out text included. */
export const partsOf = (content: string): number => smsPartsOf(smsMarketingTemplate.fillIn(content)).parts;

/** Pure. What so many people cost, each arm's share at its own length. */
export function estimateOf(
  people: number,
  of: { readonly arms: readonly AskedArm[]; readonly holdOutPercent: number; readonly centsEach: number },
  texts: ReadonlyMap<string, string>,
): Estimate {
  const messages = people - Math.floor((people * of.holdOutPercent) / 100);
  const segments = of.arms.reduce(
    (sum, { templateNo, sharePercent }) => sum + shareOf(messages, sharePercent) * partsOf(texts.get(templateNo) ?? ''),
    0,
  );
  return { messages, segments, costCents: segments * of.centsEach };
}
