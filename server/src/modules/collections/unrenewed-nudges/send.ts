import { smsPartsOf, unrenewedLoanSms } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import * as z from 'zod/mini';
import { awardCoupon } from '../../lending/coupons/index.ts';
import { defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { queueDispatch, tryGate } from '../contacts/index.ts';
import { askRoute } from '../sms-campaigns/index.ts';
import { filledText } from '../sms-templates/index.ts';
import { endOfSeries } from './due.ts';
import type { Config, Send, Skip } from './store.ts';

const params = z.object({ configNo: z.string(), stepNo: z.number(), businessDate: z.string() });

/** One step of a strategy on one day, a person an item, in the name of who enabled the strategy. */
export const sendKind = defineJob({
  kind: 'unrenewedLoanSms.send',
  title: { en: 'SMS for unrenewed loans', zh: '未续贷短信发送' },
  code: 'marketing:unrenewed:approve',
  params,
  runItem: async ({ input }, _params, { tx }) => await sendNudge(tx, z.string().parse(input), new Date()),
} satisfies ItemsKind<z.output<typeof params>>);

type Outcome = 'SENT' | 'SKIPPED' | 'WAITS' | 'OVER';

/**
 * Writes to one person, once: by the marketing route and through the contact gate. Whoever has to wait is asked again
 * within the day, at the time that the route or the gate names; else the person is skipped with the reason.
 */
export async function sendNudge(tx: Tx, sendNo: string, now: Date): Promise<Outcome> {
  const found = await tx
    .selectFrom('unrenewedSend')
    .select('configNo')
    .where('sendNo', '=', sendNo)
    .executeTakeFirstOrThrow();
  // Shared, and before the person: a disabling waits for the one being written to, and then takes the others.
  const config = await tx
    .selectFrom('unrenewedConfig')
    .selectAll()
    .where('configNo', '=', found.configNo)
    .forShare()
    .executeTakeFirstOrThrow();
  const send = await tx
    .selectFrom('unrenewedSend')
    .selectAll()
    .where('sendNo', '=', sendNo)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (send.recipientStatus !== 'PENDING' || send.dueOn !== businessDateOf(now)) return 'OVER';
  if (config.unrenewedStatus !== 'ENABLED') return await skip(tx, send, 'STRATEGY_DISABLED');
  const ended = await endOfSeries(tx, send.orderNo);
  if (ended !== null) return await skip(tx, send, ended);
  return await writeTo(tx, config, send, now);
}

async function writeTo(tx: Tx, { merchantNo }: Config, send: Send, now: Date): Promise<Outcome> {
  const { configNo, stepNo, customerNo, phone, sendNo } = send;
  const route = await askRoute(tx, { merchantNo, phone, at: now });
  if (route?.waitsUntil) return await wait(tx, send, { until: route.waitsUntil, why: 'ROUTE_LIMIT', now });
  const { templateNo, couponTemplateNo } = await tx
    .selectFrom('unrenewedStep')
    .select(['templateNo', 'couponTemplateNo'])
    .where('configNo', '=', configNo)
    .where('stepNo', '=', stepNo)
    .executeTakeFirstOrThrow();
  const text = await filledText(tx, templateNo, customerNo, route ? ` ${route.optOutText}` : undefined);
  if (text === null) return await skip(tx, send, 'TEMPLATE_DISABLED');
  const question = { phone, customerNo, merchantNo, purpose: 'MARKETING', channel: 'SMS', at: now } as const;
  const subject = { userNo: null, orderNo: send.orderNo, content: text, templateCode: templateNo };
  const { attemptId, answer } = await tryGate(tx, question, subject);
  if (!answer.isAllowed) {
    const why = skipOf(answer.error);
    if (answer.nextAllowedAt === null) return await skip(tx, send, why);
    return await wait(tx, send, { until: answer.nextAllowedAt, why, now });
  }
  const couponNo =
    couponTemplateNo === null ? null : await awardCoupon(tx, { couponTemplateNo, customerNo, merchantNo }, now);
  await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  await tx
    .updateTable('unrenewedSend')
    .set({
      recipientStatus: 'SENT',
      unrenewedSkip: null,
      nextAt: null,
      attemptId,
      couponNo,
      routeNo: route?.routeNo ?? null,
      segments: smsPartsOf(text).parts,
      sentAt: now,
    })
    .where('sendNo', '=', sendNo)
    .execute();
  return 'SENT';
}

async function skip(tx: Tx, { sendNo }: Send, unrenewedSkip: Skip): Promise<'SKIPPED'> {
  await tx
    .updateTable('unrenewedSend')
    .set({ recipientStatus: 'SKIPPED', unrenewedSkip, nextAt: null })
    .where('sendNo', '=', sendNo)
    .execute();
  return 'SKIPPED';
}

/** Until later today; what would come on another day is skipped, for it is due today. */
async function wait(
  tx: Tx,
  send: Send,
  { until, why, now }: { readonly until: Date; readonly why: Skip; readonly now: Date },
): Promise<'WAITS' | 'SKIPPED'> {
  if (businessDateOf(until) !== businessDateOf(now)) return await skip(tx, send, why);
  await tx
    .updateTable('unrenewedSend')
    .set({ nextAt: until, unrenewedSkip: why })
    .where('sendNo', '=', send.sendNo)
    .execute();
  return 'WAITS';
}

/** The gate's refusal as a reason; one that it does not give for offers says that nobody is to be contacted. */
export function skipOf(error: `CONTACT_${string}`): Skip {
  const { data } = unrenewedLoanSms.unrenewedSkip.safeParse(error.slice('CONTACT_'.length));
  return data ?? 'NO_PARTY';
}
