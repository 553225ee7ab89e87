import { formatMoney } from '@kituo/sdk';
import type { rules } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';

type Item = rules.RunRow['items'][number];
type Translate = (key: string, values?: Record<string, string | number>) => string;

const divided = z.object({
  cases: z.number(),
  newStaff: z.number(),
  oldStaff: z.number(),
  people: z.array(z.object({ userNo: z.string(), cases: z.number(), amountCents: z.number() })),
  left: z.array(z.object({ why: z.string(), cases: z.number() })),
});
const refused = z.object({ refusedFor: z.string() });
const lowered = z.object({ from: z.number(), to: z.number(), ofPeople: z.number() });
const handedBack = z.object({ cause: z.string(), userNo: z.string() });

/** How an item of a run of a policy reads: a division, a reminder, a case that went back to people. */
export function sayRun(item: Item, t: Translate, ofCases: Translate): string {
  const { facts, outcome, subjectNo } = item;
  if (outcome === 'DIVIDED') return sayDivision(facts, t, ofCases);
  if (outcome === 'HANDED_BACK') {
    const { data } = handedBack.safeParse(facts);
    const cause = data?.cause ?? '';
    const why = t(`policyRuns.${cause}`) || t(`HAND_BACK_ON.${cause}`) || cause;
    return t('policyRuns.HANDED_BACK', { case: subjectNo, to: data?.userNo ?? '', why });
  }
  if (outcome === 'SHARE_LOWERED') {
    const { data } = lowered.safeParse(facts);
    return data ? t('policyRuns.SHARE_LOWERED', data) : '';
  }
  if (outcome === 'REFUSED') {
    const { data } = refused.safeParse(facts);
    const why = t(`CONTACT_REFUSAL.${data?.refusedFor ?? ''}`) || t('policyRuns.gate');
    return t('policyRuns.REFUSED', { case: subjectNo, why });
  }
  return t('policyRuns.REMINDED', { case: subjectNo });
}

function sayDivision(facts: Item['facts'], t: Translate, ofCases: Translate): string {
  const { data } = divided.safeParse(facts);
  if (!data) return '';
  const { cases, newStaff, oldStaff, people, left } = data;
  const spread = people
    .map(({ userNo, cases: own, amountCents }) => `${userNo} ${own} (${formatMoney(amountCents)})`)
    .join(', ');
  const said = t('policyRuns.DIVIDED', { cases, people: people.length, newStaff, oldStaff, spread });
  if (left.length === 0) return said;
  const reasons = left.map(({ why, cases: count }) => `${ofCases(`CASE_LEFT_WHY.${why}`)} ${count}`).join(', ');
  return `${said} · ${t('policyRuns.left', { reasons })}`;
}
