import type { marketingSmsRoute, ParsedRequestOf, ReplyOf, smsRoute } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../audit/index.ts';
import { GatewayError } from '../gateways/index.ts';
import { testUserOf } from '../test-users/index.ts';
import { routeOf, type SmsKind } from './route-in-force.ts';

type Added = Omit<ParsedRequestOf<typeof smsRoute.add>, 'smsKind'> & { readonly smsKind: SmsKind };

/** What is for every merchant belongs to those who see every merchant. */
const owns = (call: CommandContext, merchantNo: string | null): boolean =>
  merchantNo === null ? call.caller.scope === 'all' : seesMerchant(call.caller.scope, merchantNo);

/** @throws AppError REFERENCE_UNKNOWN, SMS_ROUTE_EXISTS */
export async function addRoute({ smsKind, merchantNo, network }: Added, call: CommandContext) {
  const { tx, caller } = call;
  const isKnown =
    merchantNo === null ||
    (await tx.selectFrom('merchant').select('merchantNo').where('merchantNo', '=', merchantNo).executeTakeFirst());
  if (!isKnown || !owns(call, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const made = await tx
    .insertInto('smsRoute')
    .values({ smsKind, merchantNo, network, createdBy: caller.userNo })
    .onConflict((conflict) => conflict.column('subjectNo').doNothing())
    .returning(['routeNo', 'subjectNo'])
    .executeTakeFirst();
  if (!made) {
    const subjectNo = `${merchantNo ?? 'ALL'}_${smsKind}_${network ?? 'ALL'}`;
    const { routeNo } = await tx
      .selectFrom('smsRoute')
      .select('routeNo')
      .where('subjectNo', '=', subjectNo)
      .executeTakeFirstOrThrow();
    throw new AppError('SMS_ROUTE_EXISTS', { facts: { routeNo } });
  }
  noteMade(tx, `SMS route ${made.routeNo}`);
  await writeAudit(tx, call, {
    action: 'smsRoute.add',
    subjectType: 'smsRoute',
    subjectNo: made.routeNo,
    ...(merchantNo !== null && { merchantNo }),
    after: { smsKind, merchantNo, network },
  });
  return made;
}

/** @throws AppError SMS_ROUTE_NOT_FOUND */
async function lockRoute(tx: Tx, routeNo: string, kinds: 'MARKETING' | 'OTHER', call: CommandContext) {
  return await lockOne(tx, tx.selectFrom('smsRoute').selectAll().where('routeNo', '=', routeNo), {
    missing: 'SMS_ROUTE_NOT_FOUND',
    subject: `SMS route ${routeNo}`,
    state: ({ version }) => version,
    isSeen: ({ smsKind, merchantNo }) =>
      (smsKind === 'MARKETING') === (kinds === 'MARKETING') && owns(call, merchantNo),
  });
}

/** Running tasks wait, or go on. @throws AppError SMS_ROUTE_NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function switchRoute(
  isPaused: boolean,
  { routeNo, version, reason }: ParsedRequestOf<typeof marketingSmsRoute.pause>,
  call: CommandContext,
): Promise<ReplyOf<typeof marketingSmsRoute.pause>> {
  const { tx } = call;
  const before = await lockRoute(tx, routeNo, 'MARKETING', call);
  if (before.version !== version) throw new AppError('STALE');
  const status = async () =>
    (await tx.selectFrom('smsRouteNow').select('routeStatus').where('routeNo', '=', routeNo).executeTakeFirstOrThrow())
      .routeStatus;
  const was = await status();
  if (was !== (isPaused ? 'ENABLED' : 'PAUSED')) throw new AppError('ILLEGAL_TRANSITION');
  await tx
    .updateTable('smsRoute')
    .set({ isPaused, version: version + 1 })
    .where('routeNo', '=', routeNo)
    .execute();
  const routeStatus = await status();
  await writeAudit(tx, call, {
    action: isPaused ? 'smsRoute.pause' : 'smsRoute.resume',
    subjectType: 'smsRoute',
    subjectNo: routeNo,
    ...(before.merchantNo !== null && { merchantNo: before.merchantNo }),
    before: { routeStatus: was },
    after: { routeStatus },
    reason,
  });
  return { routeNo, routeStatus };
}

/** Has the failover account go first for so long, or no longer. @throws AppError SMS_ROUTE_NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function failOver(
  {
    routeNo,
    version,
    minutes,
    reason,
  }: ParsedRequestOf<typeof smsRoute.failoverEnd> & { readonly minutes: number | null },
  call: CommandContext,
): Promise<ReplyOf<typeof smsRoute.failover>> {
  const { tx } = call;
  const before = await lockRoute(tx, routeNo, 'OTHER', call);
  if (before.version !== version) throw new AppError('STALE');
  const now = new Date();
  const isOn = before.failoverUntil !== null && before.failoverUntil > now;
  const route = await routeOf(tx, routeNo);
  const isPossible = minutes === null ? isOn : route !== null && route.value.failoverAccountCode !== null;
  if (!isPossible) throw new AppError('ILLEGAL_TRANSITION');
  const failoverUntil = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
  await tx
    .updateTable('smsRoute')
    .set({ failoverUntil, version: version + 1 })
    .where('routeNo', '=', routeNo)
    .execute();
  const after = { failoverUntil: failoverUntil?.toISOString() ?? null };
  await writeAudit(tx, call, {
    action: minutes === null ? 'smsRoute.failoverEnd' : 'smsRoute.failover',
    subjectType: 'smsRoute',
    subjectNo: routeNo,
    ...(before.merchantNo !== null && { merchantNo: before.merchantNo }),
    before: { failoverUntil: isOn ? (before.failoverUntil?.toISOString() ?? null) : null },
    after,
    reason,
  });
  return { routeNo, ...after };
}

/** Sends a test to the caller's own phone, or a test user's. @throws AppError SMS_ROUTE_NOT_FOUND, SMS_TEST_NO_PHONE, MESSAGE_TEST_NOBODY, SMS_ROUTE_NOT_IN_FORCE */
export async function testRoute(
  kinds: 'MARKETING' | 'OTHER',
  { routeNo, phone: wanted }: ParsedRequestOf<typeof smsRoute.testSend>,
  call: CommandContext,
): Promise<ReplyOf<typeof smsRoute.testSend>> {
  const { tx, caller, services } = call;
  const { smsKind, merchantNo } = await lockRoute(tx, routeNo, kinds, call);
  const own = await tx
    .selectFrom('appUser')
    .select('phone')
    .where('userNo', '=', caller.userNo)
    .executeTakeFirstOrThrow();
  const phone = wanted ?? own.phone;
  if (phone === null) throw new AppError('SMS_TEST_NO_PHONE');
  if (phone !== own.phone && (await testUserOf(tx, phone, null)) === null) {
    throw new AppError('MESSAGE_TEST_NOBODY', { fields: ['phone'] });
  }
  const route = await routeOf(tx, routeNo);
  if (!route) throw new AppError('SMS_ROUTE_NOT_IN_FORCE');
  const text = `Test of SMS route ${routeNo}.${route.marketing ? ` ${route.marketing.optOutText}` : ''}`;
  const source = { source: 'TEST', sourceNo: `${routeNo} ${Date.now()}` } as const;
  let result: ReplyOf<typeof smsRoute.testSend>;
  try {
    const sent = await services.engine.smsRouter.sendBy(route, { phone, text, smsKind, merchantNo, ...source }, tx);
    if (!sent) throw new AppError('SMS_ROUTE_NOT_IN_FORCE');
    result = { accountCode: sent.accountCode, isSent: true, fault: null };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    result = { accountCode: null, isSent: false, fault: error.message.slice(0, 200) };
  }
  await writeAudit(tx, call, {
    action: 'smsRoute.testSend',
    subjectType: 'smsRoute',
    subjectNo: routeNo,
    ...(merchantNo !== null && { merchantNo }),
    after: { ...result },
  });
  return result;
}

/** Which way a text would take, to somebody who sees the merchant. @throws AppError REFERENCE_UNKNOWN */
export async function simulateRoute(
  sms: { readonly smsKind: SmsKind; readonly merchantNo: string | null; readonly phone: string },
  { caller, services }: Call,
): Promise<ReplyOf<typeof smsRoute.simulate>> {
  const { merchantNo } = sms;
  if (merchantNo !== null && !seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  return await services.engine.smsRouter.plan(sms);
}
