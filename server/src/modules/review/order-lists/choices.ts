import { type auditOrder, auditOrders, type ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { channelNames } from '../../parties/put-channels/index.ts';

/** Products, reviewers and channels within the scope, to filter orders by. */
export async function choicesWithin(
  db: Queryable,
  scope: DataScope,
  lang: Lang,
): Promise<ReplyOf<typeof auditOrder.choices>> {
  const merchantNos = scope === 'all' ? null : scope.merchantNos;
  const promotionChannels = await channelNames(db, scope, lang);
  if (merchantNos?.length === 0) return { products: [], reviewers: [], promotionChannels };
  let products = db
    .selectFrom('loanProduct as p')
    .innerJoin('merchant as m', 'm.merchantNo', 'p.merchantNo')
    .select(['p.productNo', 'p.productName', 'm.merchantName'])
    .orderBy('m.merchantName')
    .orderBy('p.productName');
  let reviewers = db
    .selectFrom('personnelMerchant as m')
    .innerJoin('appUser as u', 'u.userNo', 'm.userNo')
    .select(['u.userNo', 'u.realName'])
    .distinct()
    .where('m.personnelKind', '=', 'AUDITOR')
    .orderBy('u.realName');
  if (merchantNos) {
    products = products.where('p.merchantNo', 'in', merchantNos);
    reviewers = reviewers.where('m.merchantNo', 'in', merchantNos);
  }
  return { products: await products.execute(), reviewers: await reviewers.execute(), promotionChannels };
}

type Lang = 'en' | 'zh';
const WORDS: Readonly<Record<string, Readonly<Record<Lang, string>>>> = {
  MACHINE: { en: 'Machine review', zh: '机审' },
  REVIEW: { en: 'Review', zh: '人工审核' },
  PAYOUT: { en: 'Disbursement', zh: '放款' },
  LOAN: { en: 'Loan', zh: '贷款' },
  ENDED: { en: 'Ended', zh: '已终止' },
};

/** The states in their groups; the words are those of the dictionary ORDER_STATUS where it has them. */
export async function statusGroups(db: Queryable, lang: Lang): Promise<ReplyOf<typeof auditOrder.statusTypeGroups>> {
  const entries = await db
    .selectFrom('dictionaryEntry')
    .select(['value', 'label'])
    .where('dictKey', '=', 'ORDER_STATUS')
    .execute();
  const labels = new Map(entries.map(({ value, label }) => [value, label]));
  return Object.entries(auditOrders.ORDER_STATUS_TYPES).map(([type, statuses]) => ({
    orderStatusType: { label: WORDS[type]?.[lang] ?? type, value: type },
    orderStatus: statuses.map((status) => ({
      label: labels.get(status)?.[lang] ?? status,
      value: status,
    })),
  }));
}
