import { formatDate, NOTHING, useText } from '@kituo/sdk';
import { type ReplyOf, scheduling } from '@kituo/sdk/contracts';
import { Confirm, fieldsOf, FormDialog, JobPanel, useAction, useDetail, useFollowedJob } from '@kituo/sdk/page';
import { useRef } from 'react';

type Range = { readonly deptNo: string; readonly from: string; readonly to: string };
type Found = ReplyOf<typeof scheduling.autoFound>;
interface Values extends Record<string, unknown> {
  readonly keepExisting: boolean;
}
const { Switch } = fieldsOf<Values>();

/** Auto-scheduling: a job proposes, and what it proposed is what is applied. */
export function useAuto(refresh: () => void) {
  const shown = useRef<Found | null>(null);
  const apply = useAction({
    name: 'shiftAuto',
    endpoint: scheduling.autoApply,
    request: (_jobNo: string) => {
      const { deptNo = '', from = '', to = '', keepExisting = true, cells = [] } = shown.current ?? {};
      const proposed = cells.map(({ userNo, workDate, shiftType }) => ({ userNo, workDate, shiftType }));
      return { deptNo, from, to, keepExisting, cells: proposed };
    },
    list: { refresh },
  });
  const followed = useFollowedJob({
    kind: 'scheduling.auto',
    isPermitted: apply.isPermitted,
    onEnd: ({ jobNo, succeeded }) => {
      if (succeeded > 0) apply.open(jobNo);
    },
  });
  const start = useAction({
    name: 'shiftAutoStart',
    endpoint: scheduling.autoPreview,
    request: (range: Range, { keepExisting }: Values) => ({ ...range, keepExisting }),
    facts: ({ from, to }) => ({ from: formatDate(from), to: formatDate(to) }),
    isSilent: () => true,
    onDone: ({ jobNo }) => followed.follow(jobNo),
  });
  return {
    start,
    apply,
    followed,
    show: (found: Found) => {
      shown.current = found;
    },
  };
}
type Auto = ReturnType<typeof useAuto>;

/** The question before the job, its progress, and what it found. */
export function AutoSchedule({ auto }: { readonly auto: Auto }) {
  const t = useText();
  return (
    <>
      <JobPanel followed={auto.followed} nameOf={(step) => t(`auto.step.${step}`)} />
      <FormDialog action={auto.start} defaults={(): Values => ({ keepExisting: true })}>
        <Switch name="keepExisting" hint={t('auto.keepHint')} />
      </FormDialog>
      <Proposal auto={auto} />
    </>
  );
}

function Proposal({ auto }: { readonly auto: Auto }) {
  const t = useText();
  const { subject } = auto.apply;
  const found = useDetail(scheduling.autoFound, subject === null ? null : { jobNo: subject });
  if (found.data !== null) auto.show(found.data);
  return (
    <Confirm
      action={auto.apply}
      preview={found}
      describe={({ cells, gapPercent, seconds, broken, kept, cancelled, differences, fits }) => (
        <>
          <p>{t('auto.found', { count: cells.length, seconds })}</p>
          <p>{gapPercent === null ? t('auto.gapUnknown') : t('auto.gap', { gap: gapPercent })}</p>
          {kept > 0 && <p>{t('auto.kept', { count: kept })}</p>}
          {cancelled > 0 && <p>{t('auto.cancelled', { count: cancelled })}</p>}
          {broken.length > 0 && (
            <>
              <p>{t('auto.broken')}</p>
              <ul>
                {broken.map((one, index) => (
                  <li key={index}>
                    {t(`SHIFT_RULE.${one.rule}`)}
                    {one.date !== null && ` · ${formatDate(one.date)}`}
                    {one.realName !== null && ` · ${one.realName}`} · {t('auto.by', { count: one.by })}
                  </li>
                ))}
              </ul>
            </>
          )}
          {fits.length > 0 && (
            <>
              <p>{t('auto.fits')}</p>
              <ul>
                {fits.map((one, index) => (
                  <li key={index}>{fitText(one, t)}</li>
                ))}
              </ul>
            </>
          )}
          {differences.length > 0 && (
            <details>
              <summary>{t('auto.differences', { count: differences.length })}</summary>
              <ul>
                {differences.map(({ userNo, realName, workDate, before, after }) => (
                  <li key={`${workDate} ${userNo}`}>
                    {formatDate(workDate)} · {realName}: {before ?? NOTHING} → {after ?? NOTHING}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    />
  );
}

/** What the plan would have to say: a setting from one value to another, or how many exceptions. */
function fitText({ rule, weekday, from, to }: Found['fits'][number], t: ReturnType<typeof useText>): string {
  const name = t(`SHIFT_RULE.${rule}`);
  if (from === null) return `${name}: ${t('auto.exceptions', { count: to })}`;
  if (rule !== 'DAILY_RATE') return `${name}: ${from} → ${to}`;
  return `${name}, ${weekday === null ? t('auto.holidays') : t(`weekday.${weekday}`)}: ${from}% → ${to}%`;
}
