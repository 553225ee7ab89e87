import type { putChannel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { funnelOf } from './figures.ts';
import { putChannelFamily } from './rules.ts';

type Channel = putChannel.PutChannelRule;

/** A merchant's channel that applies at a moment; null where none of this code does. */
export async function channelAt(
  db: Queryable,
  merchantNo: string,
  channelCode: string,
  at: Date,
): Promise<Channel | null> {
  const channels = await rulesAt(db, putChannelFamily, at, merchantNo);
  return channels.find(({ value }) => value.channelCode === channelCode)?.value ?? null;
}

/** Whether one more would stay within a channel's day. */
export async function hasRoom(db: Queryable, channel: Channel, at: Date): Promise<boolean> {
  const [today] = await funnelOf(db, channel, at, 1);
  const { dailyBudgetCents, dailyCap, unitPriceCents } = channel;
  if (dailyCap >= 0 && (today?.registrations ?? 0) >= dailyCap) return false;
  return (today?.spentCents ?? 0) + unitPriceCents <= dailyBudgetCents;
}

/**
 * Counts a new customer for the channel that brought them, once and one after the other. A channel that is disabled or
 * used up brought nobody: the customer is organic.
 */
export async function attributeCustomer(
  tx: Tx,
  customer: { readonly customerNo: string; readonly merchantNo: string },
  channelCode: string,
  at: Date,
): Promise<boolean> {
  const { customerNo, merchantNo } = customer;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`channel ${channelCode}`}, 0))`.execute(tx);
  const channel = await channelAt(tx, merchantNo, channelCode, at);
  if (!channel || !(await hasRoom(tx, channel, at))) return false;
  const costCents = channel.channelBilling === 'CPI' ? channel.unitPriceCents : 0;
  const bizDate = businessDateOf(at);
  await tx
    .insertInto('channelEvent')
    .values({ channelCode, merchantNo, eventKind: 'REGISTRATION', customerNo, costCents, bizDate, at })
    .execute();
  return true;
}

/** Writes on an application which channel brought its customer. */
export async function attributeOrder(
  tx: Tx,
  application: { readonly orderNo: string; readonly customerNo: string; readonly merchantNo: string },
  at: Date,
): Promise<void> {
  const { orderNo, customerNo, merchantNo } = application;
  const brought = await tx
    .selectFrom('channelEvent')
    .select('channelCode')
    .where('customerNo', '=', customerNo)
    .where('eventKind', '=', 'REGISTRATION')
    .executeTakeFirst();
  if (!brought) return;
  const { channelCode } = brought;
  const channel = await channelAt(tx, merchantNo, channelCode, at);
  const order = await tx
    .selectFrom('loanOrder')
    .select('loanType')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  // A channel for first loans brought the customer, not the loans that they come back for.
  if (channel?.firstLoansOnly === true && order.loanType !== 'FIRST') return;
  await tx.updateTable('loanOrder').set({ promotionChannel: channelCode }).where('orderNo', '=', orderNo).execute();
  const costCents = channel?.channelBilling === 'CPA' ? channel.unitPriceCents : 0;
  const bizDate = businessDateOf(at);
  await tx
    .insertInto('channelEvent')
    .values({ channelCode, merchantNo, eventKind: 'APPLICATION', customerNo, orderNo, costCents, bizDate, at })
    .execute();
}
