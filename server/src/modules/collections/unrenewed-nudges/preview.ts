import type { ReplyOf, unrenewedLoanSms } from '@kituo/sdk/contracts';
import { smsMarketingTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { AppError } from '../../../http/app-error.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { segmentCents } from '../sms-campaigns/index.ts';
import { type Due, dueQuery } from './due.ts';
import { productsOf, stepsOf } from './store.ts';

type Preview = ReplyOf<typeof unrenewedLoanSms.preview>;
const SAMPLE = 10;

/** Whom each step would reach today; those written down already are not counted again. @throws AppError UNRENEWED_NOT_FOUND */
export async function previewToday(configNo: string, { db, caller }: Pick<Call, 'db' | 'caller'>): Promise<Preview> {
  const now = new Date();
  const config = await db.selectFrom('unrenewedConfig').selectAll().where('configNo', '=', configNo).executeTakeFirst();
  if (!config || !seesMerchant(caller.scope, config.merchantNo)) throw new AppError('UNRENEWED_NOT_FOUND');
  const productNos = await productsOf(db, configNo);
  const centsEach = await segmentCents(db);
  const made: Preview['steps'][number][] = [];
  const sample: Preview['sample'][number][] = [];
  let left = config.dailyCap;
  for (const step of await stepsOf(db, configNo)) {
    const due = await dueQuery(db, { config, step, productNos }, now);
    const { rows } = await sql<Counted>`select count(*)::int as due,
        count(*) filter (where ${isOpen} and d.is_held_out)::int as held_out,
        count(*) filter (where not ${isOpen})::int as skipped
      from (${due}) d`.execute(db);
    const { due: all, heldOut, skipped } = rows[0] ?? { due: 0, heldOut: 0, skipped: 0 };
    const messages = Math.min(left, all - heldOut - skipped);
    left -= messages;
    const { content } = await db
      .selectFrom('smsMarketingTemplate')
      .select('content')
      .where('templateNo', '=', step.templateNo)
      .executeTakeFirstOrThrow();
    const { parts } = smsPartsOf(`${content}${smsMarketingTemplate.OPT_OUT_TEXT}`);
    const { stepNo, daysSinceSettled } = step;
    made.push({
      stepNo,
      daysSinceSettled,
      due: all,
      heldOut,
      skipped: all - heldOut - messages,
      messages,
      costCents: messages * parts * centsEach,
    });
    const people = await sql<Due>`select * from (${due}) d where ${isOpen} and not d.is_held_out
      order by d.order_no limit ${Math.min(SAMPLE - sample.length, messages)}`.execute(db);
    sample.push(
      ...people.rows.map(({ customerName, phone, settledOn }) => ({
        stepNo,
        customerName: maskName(customerName),
        phone: maskPhone(phone),
        settledOn,
      })),
    );
  }
  const sum = (of: 'messages' | 'costCents') => made.reduce((total, one) => total + one[of], 0);
  return { steps: made, sample, messages: sum('messages'), costCents: sum('costCents') };
}

/** Today's cap of a phone may be free again when the step is due. */
const isOpen = sql`(d.drop is null or d.drop = 'CAP')`;

interface Counted {
  readonly due: number;
  readonly heldOut: number;
  readonly skipped: number;
}
