import type { FieldMessage, orderAudit } from '@kituo/sdk/contracts';
import type { PayeeValue } from '@kituo/sdk/payee';
import { isAccountChanged } from './review-form.ts';
import type { ReviewValues } from './review-form.ts';

/** A field, what is wrong with it as a key of the texts. */
type Fault = readonly [field: string, key: 'fill' | 'blank' | 'wholeShillings'];

function faultsOfPayee(payee: PayeeValue): Fault[] {
  const isEmpty = (text: string): boolean => text.trim() === '';
  const isBank = payee.payoutType === 'BANK';
  const isWallet = payee.payoutType === 'E_WALLET';
  return [
    ...(isEmpty(payee.accountName) ? [['payee.accountName', 'blank'] as const] : []),
    ...(isEmpty(payee.phone) ? [['payee.phone', 'blank'] as const] : []),
    ...(isBank && isEmpty(payee.bankName) ? [['payee.bankName', 'fill'] as const] : []),
    ...(isBank && isEmpty(payee.bankCardNo) ? [['payee.bankCardNo', 'blank'] as const] : []),
    ...(isWallet && isEmpty(payee.eWalletAccount) ? [['payee.eWalletAccount', 'blank'] as const] : []),
    ...(payee.evidence === null ? [['payee.evidenceAttachId', 'fill'] as const] : []),
  ];
}

/** What a decision still lacks, field by field, as the server would say it: nobody is asked to confirm that. */
export function missingAnswers(
  panel: orderAudit.Panel,
  values: ReviewValues,
  wordOf: (key: Fault[1]) => string,
): FieldMessage[] {
  const isOpen = (name: string): boolean => (values.steps[name]?.answer ?? null) === null;
  const steps = panel.steps.flatMap(({ stepName, required }, index): Fault[] =>
    required && isOpen(stepName) ? [[`steps.${index}`, 'fill']] : [],
  );
  const of = (field: string, isMissing: boolean, key: Fault[1] = 'fill'): Fault[] => (isMissing ? [[field, key]] : []);
  const cents = values.approvedAmountCents;
  const faults =
    values.auditResult === 'PASS'
      ? [
          ...of('approvedAmountCents', cents === null),
          ...of('approvedAmountCents', cents !== null && cents % 100 !== 0, 'wholeShillings'),
          ...of('changeBankCard', values.changeBankCard === null),
          ...of('changePayoutType', values.changePayoutType === null),
          ...(isAccountChanged(values) ? faultsOfPayee(values.payee) : []),
        ]
      : [...of('refuseCode', values.refuseCode === null), ...of('remark', values.remark.trim() === '', 'blank')];
  return [...steps, ...of('faceConsistency', panel.isFaceCompulsory && values.faceConsistency === null), ...faults].map(
    ([field, key]) => ({ field, msg: wordOf(key) }),
  );
}
