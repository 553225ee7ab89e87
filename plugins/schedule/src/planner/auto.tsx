import { useText } from '@kituo/sdk';
import { type ReplyOf, scheduling } from '@kituo/sdk/contracts';
import { Confirm, useAction, useDetail } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useRef } from 'react';

type Range = { readonly deptNo: string; readonly from: string; readonly to: string };
type Preview = ReplyOf<typeof scheduling.autoPreview>;

interface AutoAction extends Action<Range> {
  readonly show: (preview: Preview) => void;
}

/** Auto-scheduling: what the preview showed is what is applied. */
export function useAuto(refresh: () => void): AutoAction {
  const shown = useRef<Preview | null>(null);
  const action = useAction({
    name: 'shiftAuto',
    endpoint: scheduling.autoApply,
    request: ({ deptNo, from, to }: Range) => ({
      deptNo,
      from,
      to,
      keepExisting: true,
      cells: (shown.current?.cells ?? []).map(({ userNo, workDate, shiftType }) => ({ userNo, workDate, shiftType })),
    }),
    list: { refresh },
  });
  return {
    ...action,
    show: (preview) => {
      shown.current = preview;
    },
  };
}

export function AutoDialog({ action }: { readonly action: AutoAction }) {
  const t = useText();
  const range = action.subject;
  const preview = useDetail(
    scheduling.autoPreview,
    range === null ? null : { deptNo: range.deptNo, from: range.from, to: range.to, keepExisting: true },
  );
  if (preview.data !== null) action.show(preview.data);
  return (
    <Confirm
      action={action}
      preview={preview}
      describe={(found) => (
        <>
          <p>{t('auto.found', { count: found.cells.length, gap: found.gapPercent, seconds: found.seconds })}</p>
          {found.broken.length > 0 && (
            <>
              <p>{t('auto.broken')}</p>
              <ul>
                {found.broken.map((one, index) => (
                  <li key={index}>
                    {t(`SHIFT_RULE.${one.rule}`)}
                    {one.date !== null && ` · ${one.date}`}
                    {one.realName !== null && ` · ${one.realName}`} · {t('auto.by', { count: one.by })}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    />
  );
}
