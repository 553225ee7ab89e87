import type { rules } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';

type Item = rules.RunRow['items'][number];
type Translate = (key: string, values?: Record<string, string | number>) => string;

const lowered = z.object({ from: z.number(), to: z.number(), ofPeople: z.number() });
const handedBack = z.object({ cause: z.string(), userNo: z.string() });

/** How an item of a run of an AI employee’s share reads: a case that went back to people, a share that was lowered. */
export function sayAiRun({ facts, outcome, subjectNo }: Item, t: Translate): string {
  if (outcome === 'SHARE_LOWERED') {
    const { data } = lowered.safeParse(facts);
    return data ? t('policyRuns.SHARE_LOWERED', data) : '';
  }
  const { data } = handedBack.safeParse(facts);
  const cause = data?.cause ?? '';
  const why = t(`policyRuns.${cause}`) || t(`HAND_BACK_ON.${cause}`) || cause;
  return t('policyRuns.HANDED_BACK', { case: subjectNo, to: data?.userNo ?? '', why });
}
