import { type RawBuilder, sql } from 'kysely';
import { gathered } from '../../gathered.ts';
import type { Caller, CommandContext } from '../../http/implement.ts';
import { AppError } from '../../http/app-error.ts';
import { needed } from '../../needed.ts';
import { requestChange } from '../../modules/platform/changes/index.ts';
import { createLogger } from '../../modules/platform/health/index.ts';
import type { Services } from '../../services.ts';
import { attachPaper } from '../papers.ts';
import type { Desk } from './desk.ts';

/** The operations lead asks, so that finance and both administrators may decide. */
const MAKER = 'U000010';
/** Of people, somebody who holds what they do. */
const ADMINISTRATOR = { userNo: 'U000001', roleNo: 'R-001' };

interface Ask {
  readonly kind: string;
  readonly reason: string;
  readonly isByAdministrator?: true;
  /** Subjects as the command takes them, the best first. */
  readonly payloads: RawBuilder<{ payload: object }>;
}

const maker = sql.lit(MAKER);

const ASKS: readonly Ask[] = [
  {
    kind: 'product.disable',
    reason: 'Replaced by the product with instalments',
    payloads: sql`select json_build_object('productNo', product_no) as payload from loan_product
      where is_enabled and merchant_no = 'M0002' order by product_no desc limit 5`,
  },
  {
    kind: 'orgMerchant.traffic',
    reason: 'The reviewers manage 150 new customers a day',
    payloads: sql`select json_build_object('merchantNo', merchant_no, 'trafficLimits', json_build_array(
        json_build_object('settledOrderCount', 0, 'dailyLimit', 150),
        json_build_object('settledOrderCount', 1, 'dailyLimit', 600))) as payload
      from merchant where merchant_no in ('M0002', 'M0003') order by merchant_no`,
  },
  {
    kind: 'partnerPlatform.save',
    reason: 'Their systems moved to another network',
    payloads: sql`select json_build_object('version', version, 'form', json_build_object(
        'platformCode', platform_code, 'platformName', platform_name, 'merchantNo', merchant_no,
        'settlementMode', settlement_mode, 'licenceNo', licence_no, 'licenceExpiresOn', licence_expires_on,
        'baseUrl', base_url, 'callbackUrl', callback_url, 'ipAllowList', json_build_array('196.201.214.0/24'),
        'contactEmail', contact_email)) as payload
      from partner_platform order by platform_code limit 5`,
  },
  {
    kind: 'maturityConfig.calendarSave',
    reason: 'Announced in the Kenya Gazette',
    payloads: sql`select json_build_object('day', to_char(current_date + n, 'YYYY-MM-DD'),
        'dayName', 'National day of prayer', 'countsAsBusinessDay', false) as payload
      from generate_series(30, 40) as n where extract(isodow from current_date + n) = 3 order by n`,
  },
  {
    kind: 'announcement.publish',
    reason: 'Customers ask about the new hours',
    payloads: sql`select json_build_object('announcementNo', announcement_no) as payload from announcement
      where announcement_status = 'DRAFT' order by announcement_no limit 5`,
  },
  {
    kind: 'appUpdate.publishForced',
    reason: 'Older apps cannot show the new contract',
    payloads: sql`select json_build_object('releaseNo', release_no, 'version', version) as payload from app_release
      where app_version_status <> 'PUBLISHED' and update_type = 'FORCED' order by release_no desc limit 5`,
  },
  {
    kind: 'messageAccount.enable',
    reason: 'The sender name is registered',
    payloads: sql`select json_build_object('accountCode', account_code, 'version', version) as payload
      from message_account where not is_enabled order by account_code limit 10`,
  },
  {
    kind: 'customerCredit.open',
    reason: 'Three loans repaid early',
    payloads: sql`select json_build_object('customerNo', c.customer_no, 'creditType', 'REVOLVING', 'limitCents', 2500000,
        'grantedAt', null, 'expiresAt', null) as payload
      from customer c where c.merchant_no = 'M0001'
        and not exists (select from customer_credit k where k.customer_no = c.customer_no)
      order by c.customer_no desc limit 5`,
  },
  {
    kind: 'flow.adjust',
    reason: 'The statement shows KES 100 more',
    payloads: sql`select json_build_object('flowNo', flow_no, 'statementCents', amount_cents + 10000,
        'makerUserNo', ${maker}::text) as payload
      from payment_flow where flow_status <> 'REVERSED' and held_cents = 0 and merchant_no = 'M0001'
      order by flow_no desc limit 5`,
  },
  {
    kind: 'flow.commit',
    reason: 'The customer sent the bank slip',
    payloads: sql`select json_build_object('draftNo', draft_no) as payload from flow_draft
      where draft_status = 'WAITING' order by draft_no limit 5`,
  },
  {
    kind: 'balance.correct',
    reason: 'A digit was mistyped',
    payloads: sql`select json_build_object('accountId', a.account_id, 'balanceCents', 125000000, 'voucherIds',
        json_build_array(), 'makerUserNo', ${maker}::text) as payload
      from money_account a where exists (select from balance_entry b where b.account_code = a.account_code)
      order by a.account_id desc limit 5`,
  },
  {
    kind: 'wallet.grant',
    reason: 'Waited two days for an answer',
    payloads: sql`select json_build_object('customerNo', customer_no, 'rewardType', 'TASK', 'causeNo', 'GOODWILL-1',
        'amountCents', 20000, 'makerUserNo', ${maker}::text) as payload
      from customer where merchant_no = 'M0001' order by customer_no limit 5`,
  },
  {
    kind: 'vipLevel.adjust',
    reason: 'Brought five friends who repay',
    payloads: sql`select json_build_object('customerNo', (select customer_no from customer k
          where k.merchant_no = split_part(c.subject_no, '_', 1) order by customer_no limit 1),
        'levelNo', (c.value ->> 'levelNo')::int, 'lastDay', (now() + interval '90 days')::date) as payload
      from config_version c where c.config_key = 'supermarket.vipLevel' and c.stored_status = 'IN_FORCE'
      order by c.value ->> 'levelNo' desc limit 5`,
  },
  {
    kind: 'refuseCode.disable',
    reason: 'Nobody used it for a year',
    payloads: sql`select json_build_object('refuseCode', refuse_code, 'reason', 'Nobody used it for a year') as payload
      from refuse_code where is_enabled order by refuse_code desc limit 10`,
  },
  {
    kind: 'user.unfreeze',
    reason: 'Back from leave',
    isByAdministrator: true,
    payloads: sql`select json_build_object('userNo', user_no, 'reason', 'Back from leave') as payload
      from app_user where user_status = 'FROZEN' order by user_no limit 10`,
  },
  {
    kind: 'loanerAccount.save',
    reason: 'A second account for the days after payday',
    payloads: sql`select json_build_object('accountId', null, 'loanerName', 'Kituo Credit', 'lendingChannel', 'BANK_EFT',
        'bankCode', 'EQUITY', 'branch', 'Westlands', 'accountName', 'Second payout account', 'accountNo', '0120034005678',
        'merchantNos', json_build_array('M0001'), 'dailyLimitCents', 500000000) as payload`,
  },
  {
    kind: 'repayAccount.save',
    reason: 'Customers of the second app pay separately',
    payloads: sql`select json_build_object('accountId', null, 'paymentChannel', 'MPESA', 'codeRule', 'ORDER_NO',
        'bankCode', 'EQUITY', 'branch', 'Westlands', 'accountName', 'Second paybill', 'shortCode', '600333',
        'merchantNos', json_build_array('M0002'), 'minCents', 10000, 'maxCents', 15000000) as payload`,
  },
  {
    kind: 'writeOff.batch',
    reason: 'Slips of the week',
    payloads: sql`select json_build_object('action', 'commit', 'nos', json_build_array(task_no),
        'reason', 'Slips of the week', 'makerUserNo', ${maker}::text) as payload
      from write_off_task where task_status in ('DRAFT', 'ERROR') order by task_no limit 5`,
  },
  {
    kind: 'caseSettle.batch',
    reason: 'Paid at the agent',
    payloads: sql`select json_build_object('action', 'commit', 'nos', json_build_array(t.task_no),
        'reason', 'Paid at the agent', 'makerUserNo', ${maker}::text) as payload
      from write_off_task t where t.task_status in ('DRAFT', 'ERROR')
        and exists (select from collection_case k where k.order_no = t.order_no and k.case_scope = 'ORDER')
      order by t.task_no desc limit 5`,
  },
  {
    kind: 'caseSettleStage.batch',
    reason: 'Paid at the agent',
    payloads: sql`select json_build_object('action', 'commit', 'nos', json_build_array(t.task_no),
        'reason', 'Paid at the agent', 'makerUserNo', ${maker}::text) as payload
      from write_off_task t where t.task_status in ('DRAFT', 'ERROR')
        and exists (select from collection_case k where k.order_no = t.order_no and k.case_scope = 'BILL')
      order by t.task_no desc limit 5`,
  },
  {
    kind: 'payout.batch',
    reason: 'The float was topped up',
    payloads: sql`select json_build_object('action', 'replay', 'nos', json_agg(order_no order by order_no),
        'reason', 'The float was topped up', 'makerUserNo', ${maker}::text) as payload
      from loan_order where order_status = 'DISBURSE_FAILED' having count(*) > 0`,
  },
  {
    kind: 'caseRollback.batch',
    reason: 'Credited to the wrong loans',
    payloads: sql`select json_build_object('action', 'settle', 'nos', json_build_array(l.order_no),
        'reason', 'Credited to the wrong loans', 'makerUserNo', ${maker}::text) as payload
      from repayment_line l join collection_case k on k.order_no = l.order_no and k.case_scope = 'ORDER'
      group by l.order_no order by l.order_no desc limit 5`,
  },
  {
    kind: 'caseRollbackStage.batch',
    reason: 'Credited to the wrong bills',
    payloads: sql`select json_build_object('action', 'settle', 'nos', json_build_array(l.bill_no),
        'reason', 'Credited to the wrong bills', 'makerUserNo', ${maker}::text) as payload
      from repayment_line l join collection_case k on k.order_no = l.order_no and k.case_scope = 'BILL'
      group by l.bill_no order by l.bill_no desc limit 5`,
  },
];

/** What has to be there before it is asked for. */
async function beforeAsking({ db, now }: Desk): Promise<void> {
  await db
    .insertInto('announcement')
    .values({
      title: JSON.stringify({ en: 'Hotline hours over Christmas', zh: '圣诞节期间热线时间' }),
      content: JSON.stringify({
        en: 'From 24 to 26 December the hotline is open from 09:00 to 15:00 EAT.',
        zh: '12 月 24 日至 26 日，热线服务时间为东非时间 09:00 至 15:00。',
      }),
      announcementStatus: 'DRAFT',
      makerUserNo: MAKER,
    })
    .execute();
  // Paid at an agent, whose slip is there and whose message never came.
  await sql`insert into flow_draft (merchant_no, order_no, payment_channel, payment_code, account_code, amount_cents,
      repay_time, payer_phone, payer_name, voucher_ids, remark, draft_status, maker_user_no)
    select o.merchant_no, o.order_no, 'MPESA', 'SLIP' || n, 'BANK.MPESA_PAYBILL', 120000 + n * 10000,
      ${now}::timestamptz - n * interval '1 day', c.phone, c.customer_name, array['SEED-SLIP-' || o.order_no], 'The customer sent the slip',
      case n when 1 then 'WAITING' else 'DRAFT' end, ${MAKER}
    from (select *, row_number() over (order by order_no desc) as n from loan_order
        where order_status = 'DISBURSED' and merchant_no = 'M0001' order by order_no desc limit 2) o
      join customer c on c.customer_no = o.customer_no`.execute(db);
  const drafts = await db.selectFrom('flowDraft').select(['orderNo', 'voucherIds']).execute();
  for (const { orderNo, voucherIds } of drafts)
    for (const attachmentNo of voucherIds)
      await attachPaper(db, 'slip', { attachmentNo, subjectType: 'order', subjectNo: orderNo, userNo: MAKER });
}

/** None of these commands asks for one; one that does has no place in a seed. */
const services = new Proxy({} as Services, {
  get: (_, name) => {
    throw new Error(`a seed has no ${String(name)}`);
  },
});

/** What awaits an approver beside what `past-requests` left: a request of each kind, made by the command itself. */
export async function awaitingRequests(desk: Desk): Promise<void> {
  const { db, does } = desk;
  await beforeAsking(desk);
  const held = await db.selectFrom('roleCode').select('code').where('roleNo', '=', ADMINISTRATOR.roleNo).execute();
  const lead: Caller = {
    userNo: MAKER,
    userName: '',
    realName: '',
    sessionId: '',
    codes: new Set(),
    pages: new Set(),
    scope: 'all',
    isMasked: true,
    maskedFields: new Set(),
    masks: {},
    roleNos: [],
    rightsEpoch: 0,
    mustUpdatePassword: false,
  };
  const codes = new Set(held.map(({ code }) => code));
  const administrator: Caller = { ...lead, userNo: ADMINISTRATOR.userNo, codes, roleNos: [ADMINISTRATOR.roleNo] };
  const shared = {
    db,
    services,
    log: createLogger('silent'),
    lang: 'en',
    address: '',
    afterCommit: () => undefined,
    answerOnce: () => undefined,
  } as const;
  for (const { kind: name, reason, isByAdministrator, payloads } of ASKS) {
    const kind = needed(gathered.changeKinds.get(name), `the change kind ${name}`);
    const caller = isByAdministrator ? administrator : lead;
    const { rows } = await payloads.execute(db);
    for (const { payload } of rows) {
      const isAsked = await does(async (tx) => {
        const call: CommandContext = { ...shared, tx, caller, requestId: `seed ${name}` };
        await requestChange(kind, kind.payload.parse(payload), call, reason);
        return true;
      }).catch((error: unknown) => {
        // The command refuses this subject; the next one may do.
        if (error instanceof AppError) return false;
        throw error;
      });
      if (isAsked) break;
    }
  }
}
