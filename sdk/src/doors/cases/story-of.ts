import type { CaseDetailFacts } from './case-system.ts';

type Facts = Pick<CaseDetailFacts, 'contacts' | 'promises' | 'payments' | 'followUps'>;

interface Happened<Kind extends string, Of> {
  readonly id: string;
  readonly at: string;
  readonly kind: Kind;
  readonly of: Of;
}

/** What happened with a case, and of what reached the customer, what was paid before anything else did. */
export type StoryEntry =
  | (Happened<'CONTACT', Facts['contacts'][number]> & { readonly paidAfterCents: number })
  | (Happened<'FOLLOW_UP', Facts['followUps'][number]> & { readonly paidAfterCents: number })
  | (Happened<'PROMISE', Facts['promises'][number]> & { readonly paidAfterCents: number })
  | Happened<'PAYMENT', Facts['payments'][number]>;

/** A payment counts for what came so many days before it at most. */
const DAYS = 7;

/** Contacts, promises and payments of a case as one story, the newest first. Attempts that the gate refused reached nobody. Pure. */
export function storyOf({ contacts, promises, payments, followUps }: Facts): readonly StoryEntry[] {
  const reached = [
    ...contacts
      .filter(({ refusal }) => refusal === null)
      .map((of) => ({ id: `contact ${of.attemptId}`, at: of.at, kind: 'CONTACT' as const, of })),
    ...followUps.map((of) => ({ id: `follow-up ${of.followUpId}`, at: of.at, kind: 'FOLLOW_UP' as const, of })),
    ...promises.map((of) => ({ id: `promise ${of.promiseNo}`, at: of.madeAt, kind: 'PROMISE' as const, of })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  const paid = payments.map((of) => ({ id: `payment ${of.lineNo}`, at: of.appliedAt, kind: 'PAYMENT' as const, of }));
  const after = new Map<string, number>();
  for (const { at, of } of paid.filter((one) => !one.of.isRolledBack)) {
    const before = reached.findLast((one) => one.at <= at && Date.parse(at) - Date.parse(one.at) <= DAYS * 86_400_000);
    if (before) after.set(before.id, (after.get(before.id) ?? 0) + of.appliedCents);
  }
  return [...reached.map((one) => ({ ...one, paidAfterCents: after.get(one.id) ?? 0 })), ...paid].toSorted(
    (one, other) => other.at.localeCompare(one.at),
  );
}
