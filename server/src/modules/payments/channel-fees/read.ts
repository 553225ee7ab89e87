import { channelFee } from '@kituo/sdk/contracts';
import { defineList } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { channelFeeMachine } from './channel-fee.machine.ts';

/** What channels charged us. */
export const channelFees = defineList(
  channelFee.page,
  (db) =>
    db
      .selectFrom('channelFee as f')
      .innerJoin('account as a', 'a.accountCode', 'f.accountCode')
      .innerJoin('appUser as m', 'm.userNo', 'f.makerUserNo')
      .leftJoin('appUser as c', 'c.userNo', 'f.checkerUserNo'),
  (by) => ({
    scope: by.ofMerchants('f.merchantNo'),
    key: 'f.feeNo',
    filters: {
      merchantNo: by.is('f.merchantNo'),
      accountId: by.is('f.accountCode'),
      statementCode: by.contains('f.statementCode'),
      feeStatus: by.is('f.feeStatus'),
      chargedOn: by.between('f.chargedOn'),
    },
    sorts: { chargedOn: 'f.chargedOn', amountCents: 'f.amountCents' },
    first: [['f.chargedOn', 'desc']],
    select: (query) =>
      query
        .select(['f.feeNo', 'f.merchantNo', 'f.accountCode as accountId', 'a.nameEn', 'a.nameZh'])
        .select(['f.statementCode', 'f.chargedOn', 'f.amountCents', 'f.feeStatus', 'f.bookedAt'])
        .select(['m.realName as makerName', 'c.realName as checkerName', 'f.journalId', 'f.version']),
    row: ({ nameEn, nameZh, ...row }, { lang, caller }) => ({
      ...row,
      accountName: lang === 'zh' ? nameZh : nameEn,
      bookedAt: row.bookedAt.toISOString(),
      allowedActions: caller.codes.has('afterLoan:reconDifference:resolve')
        ? [...allowedActions(channelFeeMachine, row.feeStatus)]
        : [],
    }),
  }),
);
