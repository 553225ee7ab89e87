import { formatTime, useText } from '@kituo/sdk';
import type { robotTask } from '@kituo/sdk/contracts';
import { useDetail, useRefreshOn } from '@kituo/sdk/page';
import { ROBOTS_TEXTS } from './robots-texts.ts';

/** One line: how far the tasks are that are not over, and when calls may be made again. */
export function RobotsLive({ endpoint }: { readonly endpoint: typeof robotTask.collectionStatus }) {
  const t = useText(ROBOTS_TEXTS);
  const { data, refresh } = useDetail(endpoint, {});
  useRefreshOn('changed', refresh);
  if (!data?.people) return null;
  return (
    <p>
      {(['running', 'queued', 'paused', 'failed'] as const).map(
        (state) => `${t(`ROBOT_STATUS.${state.toUpperCase()}`)} ${data[state]} · `,
      )}
      {t('field.people')} {data.done}/{data.people}
      {data.nextAllowedAt !== null && ` · ${t('field.nextAt')} ${formatTime(data.nextAllowedAt)}`}
    </p>
  );
}
