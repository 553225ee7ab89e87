import { session$, takeDraft } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';

/** What is typed about a contact until it is saved. */
export interface ContactNote {
  readonly actionCode: string;
  readonly overdueReason: string;
  readonly contactPerson: 'BORROWER' | 'GUARANTOR';
  readonly contactChannel: (typeof collection.followUpForm.shape.contactChannel)['_zod']['output'];
  readonly remark: string;
  readonly email: string;
  /** As the browser's field has it: `2026-11-24T16:30`, EAT. */
  readonly nextFollowUpAt: string;
  readonly stopContact: '' | 'DO_NOT_CALL' | 'DISPUTE' | 'DEATH';
  readonly promiseAmount: string;
  readonly promisedOn: string;
  readonly promiseChannel: string;
  readonly alsoSiblings: boolean;
}

export const EMPTY_NOTE: ContactNote = {
  actionCode: '',
  overdueReason: '',
  contactPerson: 'BORROWER',
  contactChannel: 'CALL',
  remark: '',
  email: '',
  nextFollowUpAt: '',
  stopContact: '',
  promiseAmount: '',
  promisedOn: '',
  promiseChannel: 'MPESA',
  alsoSiblings: true,
};

/** Notes that were begun and left for another case, by case: they are there on coming back. */
const begun = new Map<string, ContactNote>();
/** Nobody who signs in after them in the same tab finds what somebody typed. */
const keyOf = (caseId: string): string => `${session$.value.user?.userNo ?? ''} ${caseId}`;
export const formIdOf = (caseId: string): string => `case.note:${caseId}`;

/** What was typed for a case before: in this page, or before a reload. */
export function noteOf(caseId: string): ContactNote {
  const kept = takeDraft(formIdOf(caseId));
  const known = begun.get(keyOf(caseId)) ?? EMPTY_NOTE;
  if (kept === undefined) return known;
  const texts = Object.entries(kept.values).filter(([name]) => Object.hasOwn(EMPTY_NOTE, name));
  return { ...known, ...Object.fromEntries(texts) };
}

export function keepNote(caseId: string, note: ContactNote): void {
  if (isBegun(note)) begun.set(keyOf(caseId), note);
  else begun.delete(keyOf(caseId));
}

/** Whether something was typed for a case in this page that is not saved. */
export const hasNote = (caseId: string): boolean => begun.has(keyOf(caseId));

export const isBegun = (note: ContactNote): boolean =>
  note.remark !== '' || note.actionCode !== '' || note.promiseAmount !== '' || note.email !== '';
