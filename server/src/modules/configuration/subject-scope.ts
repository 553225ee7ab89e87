import type { Caller } from '../../http/implement.ts';

/** What stands for every merchant at the beginning of a subject. */
const EVERY_MERCHANT = ['', 'ALL'];

/** Of which merchant a thing is: subjects are its number, or begin with it (`M0001_P00002_FIRST`). */
const merchantOf = (subjectNo: string): string => subjectNo.split('_')[0] ?? '';

/** Whether the caller's scope holds the thing that is configured; what is for every merchant everybody sees. */
export function seesSubject(subjectNo: string, { scope }: Pick<Caller, 'scope'>): boolean {
  const merchantNo = merchantOf(subjectNo);
  return (
    scope === 'all' || EVERY_MERCHANT.includes(merchantNo) || scope.merchantNos.includes(merchantNo)
  );
}

/** Whether the caller may write on it: what is for every merchant belongs to those who see every merchant. */
export function ownsSubject(subjectNo: string, { scope }: Pick<Caller, 'scope'>): boolean {
  if (scope === 'all' || subjectNo === '') return true;
  return scope.merchantNos.includes(merchantOf(subjectNo));
}

/** Beginnings of the subjects that the caller sees; null for all. */
export function seenBeginnings({ scope }: Pick<Caller, 'scope'>): string[] | null {
  return scope === 'all' ? null : [...EVERY_MERCHANT, ...scope.merchantNos];
}
