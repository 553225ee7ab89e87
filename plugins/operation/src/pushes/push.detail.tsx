import { formatDateTime, useText } from '@kituo/sdk';
import { aiPushTask } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { taskColumns } from './push-fields.ts';

/** A task: its figures, why people dropped out, what came of the others, and what was done to it. */
export function PushDetail({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={aiPushTask.detail} request={{ taskNo }}>
      {({ row, expectedEndAt, drops, outcomes, willingness, listings, history }) => (
        <>
          <DescriptionList of={row} columns={taskColumns} />
          <ExpectedEnd at={expectedEndAt} />
          <Sums
            title={t(row.status === 'PENDING' || row.status === 'APPROVED' ? 'push.dropsAhead' : 'push.drops')}
            of={drops.map(({ reason, people }) => [t(`AI_PUSH_DROP.${reason}`), people])}
          />
          <Sums
            title={t('push.outcomes')}
            of={outcomes.map(({ outcome, people }) => [t(`AI_PUSH_OUTCOME.${outcome}`), people])}
          />
          <Sums
            title={t('push.willingness')}
            of={willingness.map((one) => [t(`WILLINGNESS.${one.willingness}`), one.people])}
          />
          <Sums
            title={t('push.listings')}
            of={listings.map(({ listing, people }) => [t(`AI_PUSH_LISTING.${listing}`), people])}
          />
          <History isTitled entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}

/** Before somebody decides: who drops out and why, and when the others would have been contacted. */
export function Outlook({ taskNo }: { readonly taskNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={aiPushTask.detail} request={{ taskNo }}>
      {({ drops, expectedEndAt }) => (
        <>
          <ExpectedEnd at={expectedEndAt} />
          <Sums
            title={t('push.dropsAhead')}
            of={drops.map(({ reason, people }) => [t(`AI_PUSH_DROP.${reason}`), people])}
          />
        </>
      )}
    </DetailOf>
  );
}

function ExpectedEnd({ at }: { readonly at: string | null }) {
  const t = useText();
  return at === null ? null : <p>{t('push.expectedEnd', { when: formatDateTime(at) })}</p>;
}

function Sums({ title, of }: { readonly title: string; readonly of: readonly (readonly [string, number])[] }) {
  const t = useText();
  if (of.length === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">{title}</h3>
      <ul className="kp-facts">
        {of.map(([label, people]) => (
          <li key={label}>{t('push.count', { label, people })}</li>
        ))}
      </ul>
    </section>
  );
}
