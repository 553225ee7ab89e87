import type { CodesOf } from '@kituo/sdk/page';
import { Failed, useText } from '@kituo/sdk';
import { reveal } from '@kituo/sdk/contracts';
import { defineDictionary, dictionaryOptions, FollowUpHistory, Status, useDetail, useOptions } from '@kituo/sdk/page';

const REVEAL_OUTCOME = defineDictionary<CodesOf<typeof reveal.revealOutcome>>('REVEAL_OUTCOME', {
  SHOWN: 'active',
  REPEATED: 'waiting',
  EMPTY: 'waiting',
  REFUSED: 'failed',
});
const purposes = dictionaryOptions('REVEAL_PURPOSE', { withRetired: true });

/** What a person looked at in full, newest first: when, what of whom, what for. */
export function UserReveals({ userNo }: { readonly userNo: string }) {
  const t = useText();
  const { options } = useOptions(purposes);
  const found = useDetail(reveal.ofUser, {
    filters: { userNo },
    page: 1,
    pageSize: 100,
    sort: null,
  });
  if (found.error !== null) return <Failed error={found.error} onRetry={found.refresh} />;
  if (found.data === null) return <p className="kp-muted">{t('reveals.reading')}</p>;
  const entries = found.data.rows.map((row) => ({
    id: row.revealId,
    at: row.happenedAt,
    title: `${row.title} · ${row.subjectNo}`,
    tone: REVEAL_OUTCOME.toneOf(row.outcome),
    text: (
      <>
        <Status of={REVEAL_OUTCOME} code={row.outcome} />{' '}
        {options.find(({ value }) => value === row.purpose)?.label ?? row.purpose}
        {row.note !== null && `: ${row.note}`}
      </>
    ),
  }));
  return <FollowUpHistory label={t('tab.reveals')} entries={entries} />;
}
