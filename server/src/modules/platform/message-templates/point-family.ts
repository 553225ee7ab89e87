import { messageNodes, messagePoint } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { configAt, type ConfigFamily, refuseStrangeMerchant } from '../configuration/index.ts';
import { fitTemplate } from './template-family.ts';

export const EVERY_MERCHANT = 'ALL';

export interface PointSubject {
  /** `ALL` for those without a setting of their own. */
  readonly merchantNo: string;
  readonly nodeCode: messageNodes.NodeCode;
}

export const pointSubject = ({ merchantNo, nodeCode }: PointSubject): string => `${merchantNo}_${nodeCode}`;

/** Null where the text names no merchant and node. */
export function partsOfPoint(subjectNo: string): PointSubject | null {
  const at = subjectNo.indexOf('_');
  const { data } = messageNodes.nodeCode.safeParse(subjectNo.slice(at + 1));
  return at < 1 || data === undefined ? null : { merchantNo: subjectNo.slice(0, at), nodeCode: data };
}

/** E-mail first, as it costs nothing. */
export function builtInPoint(nodeCode: messageNodes.NodeCode): messagePoint.MessagePoint {
  switch (nodeCode) {
    case 'VERIFICATION_CODE':
      return { isEnabled: true, templateCodes: ['VERIFICATION_CODE'] };
    case 'ORDER_RETURNED':
      return { isEnabled: true, templateCodes: ['ORDER_RETURNED'] };
    case 'PAYMENT_LINK':
      return { isEnabled: true, templateCodes: ['PAYMENT_LINK'] };
    case 'PAYOFF_QUOTE':
      return { isEnabled: true, templateCodes: ['PAYOFF_QUOTE'] };
    case 'COLLECTION_SMS':
      return { isEnabled: true, templateCodes: ['OVERDUE_NOTICE'] };
    // Whoever asked waits for the answer: in the app where the merchant has one, else by SMS.
    case 'FEEDBACK_ANSWERED':
      return { isEnabled: true, templateCodes: ['FEEDBACK_ANSWERED_APP', 'FEEDBACK_ANSWERED'] };
    // Nobody is written to before two people wanted it.
    case 'ORDER_APPROVED':
    case 'ORDER_CANCELLED':
    case 'ORDER_DECLINED':
    case 'DISBURSED':
    case 'BILL_DUE_IN_3':
    case 'BILL_OVERDUE':
    case 'REPAID':
    case 'WITHDRAWAL_CANCELLED':
    case 'REFUND_SUCCESS':
    case 'COUPON_GRANTED':
    case 'LIMIT_EXPIRING':
    case 'VIP_LEVEL_LOWERED':
      return { isEnabled: false, templateCodes: [nodeCode] };
    default:
      return { isEnabled: true, templateCodes: [`${nodeCode}_EMAIL`, `${nodeCode}_SMS`] };
  }
}

/** What goes out at a node, of a merchant or of all that have no setting of their own. */
export const messagePointFamily: ConfigFamily<messagePoint.MessagePoint> = {
  key: messagePoint.MESSAGE_POINT_KEY,
  title: { en: 'Business node', zh: '业务节点' },
  value: messagePoint.messagePoint,
  isPerSubject: true,
  isSeveralADay: true,
  access: {
    see: { page: [messagePoint.BUSINESS_NODE_PAGE] },
    save: 'operation:messagePoint:save',
    decide: 'operation:config:audit',
  },
  async initial(_db, subjectNo) {
    const subject = partsOfPoint(subjectNo);
    const isOwn = subject !== null && subject.merchantNo !== EVERY_MERCHANT;
    return await Promise.resolve(subject === null || isOwn ? null : builtInPoint(subject.nodeCode));
  },
  async check(db, subjectNo, value) {
    const subject = partsOfPoint(subjectNo);
    if (subject === null) throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
    if (subject.merchantNo !== EVERY_MERCHANT) await refuseStrangeMerchant(db, subject.merchantNo);
    if (!value.isEnabled && messageNodes.nodeOf(subject.nodeCode).isStatutory) {
      throw new AppError('MESSAGE_NODE_STATUTORY', { fields: ['value.isEnabled'] });
    }
    refuseUnread(subject.nodeCode, value);
    await refuseUnfit(db, subject, value);
  },
};

const QUEUED = [
  ...(['delayMinutes', 'fromTime', 'toTime', 'loanType', 'loanCentsFrom', 'loanCentsTo'] as const),
  ...(['dpdFrom', 'dpdTo', 'stopWhen'] as const),
] as const;

/** What only a queued node obeys. @throws AppError BAD_REQUEST */
function refuseUnread(nodeCode: messageNodes.NodeCode, value: messagePoint.MessagePoint): void {
  if (messageNodes.nodeOf(nodeCode).isQueued === true) return;
  const fields = QUEUED.filter((field) => value[field] !== undefined).map((field) => ({
    field: `value.${field}`,
    msg: 'Not a setting of this node',
  }));
  if (fields.length > 0) throw new AppError('BAD_REQUEST', { fields });
}

/**
 * @throws AppError MESSAGE_TEMPLATE_UNFIT where one is disabled, another node's or merchant's, or of a channel twice;
 *   MESSAGE_CHANNEL_CLOSED where no account sends over its channel
 */
async function refuseUnfit(
  db: Queryable,
  { merchantNo, nodeCode }: PointSubject,
  { templateCodes }: messagePoint.MessagePoint,
): Promise<void> {
  const channels = new Set<string>();
  for (const templateCode of templateCodes) {
    const found = await fitTemplate(db, { templateCode, merchantNo, nodeCode });
    if (found === null || channels.has(found.channelType)) {
      throw new AppError('MESSAGE_TEMPLATE_UNFIT', {
        fields: ['value.templateCodes'],
        facts: { template: templateCode },
      });
    }
    if (!(await isOpen(db, found.channelType, merchantNo))) {
      throw new AppError('MESSAGE_CHANNEL_CLOSED', {
        fields: ['value.templateCodes'],
        facts: { channel: found.channelType },
      });
    }
    channels.add(found.channelType);
  }
}

/** Whether the merchant's app, or where it is for all some app, has an enabled account; the server itself sends e-mail and SMS. */
async function isOpen(db: Queryable, channelType: messageNodes.MessageChannel, merchantNo: string): Promise<boolean> {
  if (channelType === 'EMAIL' || channelType === 'SMS') return true;
  const found = await db
    .selectFrom('messageAccount')
    .select('accountCode')
    .where('channelType', '=', channelType)
    .where('isEnabled', '=', true)
    .$if(merchantNo !== EVERY_MERCHANT, (query) => query.where('merchantNo', '=', merchantNo))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The merchant's own setting, else that of all. */
export async function pointAt(
  db: Queryable,
  { merchantNo, nodeCode }: PointSubject,
  at = new Date(),
): Promise<messagePoint.MessagePoint> {
  const own =
    merchantNo === EVERY_MERCHANT
      ? null
      : (await configAt(db, messagePointFamily, at, pointSubject({ merchantNo, nodeCode }))).value;
  if (own !== null) return own;
  const all = await configAt(db, messagePointFamily, at, pointSubject({ merchantNo: EVERY_MERCHANT, nodeCode }));
  return all.value ?? builtInPoint(nodeCode);
}
