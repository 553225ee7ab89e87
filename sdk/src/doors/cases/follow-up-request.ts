import type { RequestOf } from '@kituo/sdk/contracts';
import type { collection } from '@kituo/sdk/contracts';
import type { ContactNote } from './case-draft.ts';
import { inEat } from './days.ts';

/** Outcomes after which nobody was spoken to: no reason is known. */
export const NOT_REACHED: ReadonlySet<string> = new Set([
  'NOT_REACHED',
  'NO_ANSWER',
  'BUSY',
  'SWITCHED_OFF',
  'NUMBER_FAULT',
  'SMS_SENT',
]);
export const PROMISED = 'PROMISED';

const SHILLINGS = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/** Cents of what is typed in shillings; 0, which is refused beside the field, for what is no amount. */
export function centsOf(typed: string): number {
  const [, whole = '0', part = ''] = SHILLINGS.exec(typed.trim().replaceAll(',', '')) ?? [];
  return Number(whole) * 100 + Number(part.padEnd(2, '0') || '0');
}

/** The request of a note; the outcome's own words where no others were typed. */
export function followUpRequest(
  caseId: string,
  note: ContactNote,
  also: readonly string[],
  outcome: string,
): RequestOf<typeof collection.byOrder.followUpSave> {
  return {
    caseId,
    contactPerson: note.contactPerson,
    contactChannel: note.contactChannel,
    actionCode: note.actionCode,
    remark: note.remark.trim() === '' ? outcome : note.remark,
    ...(note.overdueReason !== '' && { overdueReason: note.overdueReason }),
    ...(note.nextFollowUpAt !== '' && { nextFollowUpAt: inEat(note.nextFollowUpAt) }),
    ...(note.email !== '' && { email: note.email }),
    ...(note.stopContact !== '' && { stopContact: note.stopContact }),
    ...(note.alsoSiblings && also.length > 0 && { alsoCaseIds: [...also] }),
    ...(note.actionCode === PROMISED && {
      promise: {
        promiseAmountCents: centsOf(note.promiseAmount),
        promisedRepaymentTime: note.promisedOn,
        promiseChannel: note.promiseChannel,
      },
    }),
  };
}
