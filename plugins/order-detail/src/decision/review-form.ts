import type { orderAudit, RequestOf } from '@kituo/sdk/contracts';
import { NO_PAYEE } from '@kituo/sdk/payee';
import type { PayeeValue } from '@kituo/sdk/payee';

export type Result = 'PASS' | 'REFUSE' | 'REJECT';

export interface StepValue {
  readonly answer: string | null;
  readonly note: string;
  /** What shows it, among the order's attachments. */
  readonly attachment: { readonly attachId: string; readonly fileName: string } | null;
}

export const NO_ANSWER: StepValue = { answer: null, note: '', attachment: null };

/** What a reviewer has typed so far. */
export interface ReviewValues {
  readonly auditResult: Result | null;
  readonly approvedAmountCents: number | null;
  readonly faceConsistency: 'CONSISTENT' | 'INCONSISTENT' | 'UNCLEAR' | null;
  readonly changeBankCard: boolean | null;
  readonly changePayoutType: boolean | null;
  readonly refuseCode: string | null;
  readonly remark: string;
  readonly steps: Readonly<Record<string, StepValue>>;
  /** Never part of the draft: account numbers are not kept before they are decided. */
  readonly payee: PayeeValue;
}

/** From one's own draft, else from nothing: the amount starts at what was requested, cut to the bound. */
export function valuesOf({ draft, bounds }: orderAudit.Panel): ReviewValues {
  const kept = draft?.content;
  const start = Math.min(bounds.loanAmountCents, bounds.maximumCents);
  return {
    auditResult: kept?.auditResult ?? null,
    approvedAmountCents: kept?.approvedAmountCents ?? start,
    faceConsistency: kept?.faceConsistency ?? null,
    changeBankCard: kept?.changeBankCard ?? null,
    changePayoutType: kept?.changePayoutType ?? null,
    refuseCode: kept?.refuseCode ?? null,
    remark: kept?.remark ?? '',
    steps: Object.fromEntries(
      (kept?.steps ?? []).map(({ stepName, answer, note, attachment }) => [
        stepName,
        { answer, note: note ?? '', attachment: attachment ?? null },
      ]),
    ),
    payee: NO_PAYEE,
  };
}

function stepsOf(panel: orderAudit.Panel, values: ReviewValues) {
  return panel.steps.map(({ stepName }) => {
    const { answer, note, attachment } = values.steps[stepName] ?? NO_ANSWER;
    return {
      stepName,
      answer,
      ...(note !== '' && { note }),
      ...(attachment !== null && { attachment }),
    };
  });
}

export function draftOf(panel: orderAudit.Panel, values: ReviewValues): orderAudit.DraftContent {
  const { payee: _payee, steps: _steps, ...kept } = values;
  return { ...kept, steps: stepsOf(panel, values) };
}

export const isAccountChanged = (values: ReviewValues): boolean =>
  values.auditResult === 'PASS' && (values.changeBankCard === true || values.changePayoutType === true);

function sharedOf(orderNo: string, panel: orderAudit.Panel, values: ReviewValues) {
  const { faceConsistency, refuseCode, auditResult, remark } = values;
  return {
    orderNo,
    ...(faceConsistency !== null && { faceConsistency }),
    ...(remark !== '' && { remark }),
    ...(refuseCode !== null && auditResult !== 'PASS' && { refuseCode }),
    steps: stepsOf(panel, values),
  };
}

function changesOf({ changeBankCard, changePayoutType }: ReviewValues) {
  return {
    ...(changeBankCard !== null && { changeBankCard }),
    ...(changePayoutType !== null && { changePayoutType }),
  };
}

/** What a return sends. */
export function rejectionOf(
  orderNo: string,
  panel: orderAudit.Panel,
  values: ReviewValues,
): RequestOf<typeof orderAudit.reject> {
  return { ...sharedOf(orderNo, panel, values), ...changesOf(values) };
}

/** What a pass or a refusal sends: only what belongs to it. */
export function decisionOf(
  orderNo: string,
  panel: orderAudit.Panel,
  values: ReviewValues,
): RequestOf<typeof orderAudit.audit> {
  const shared = sharedOf(orderNo, panel, values);
  if (values.auditResult === 'REFUSE') return { ...shared, auditResult: 'REFUSE' };
  return {
    ...shared,
    ...changesOf(values),
    auditResult: 'PASS',
    ...(values.approvedAmountCents !== null && { approvedAmountCents: values.approvedAmountCents }),
    ...(isAccountChanged(values) && { payee: payeeOf(values.payee) }),
  };
}

function payeeOf(payee: PayeeValue): orderAudit.PayeeForm {
  return {
    payoutType: payee.payoutType,
    payoutSubType: payee.payoutSubType,
    accountName: payee.accountName,
    phone: payee.phone,
    ...(payee.payoutType === 'BANK' && { bankName: payee.bankName, bankCardNo: payee.bankCardNo }),
    ...(payee.payoutType === 'E_WALLET' && { eWalletAccount: payee.eWalletAccount }),
    evidenceAttachId: payee.evidence?.attachId ?? '',
  };
}
