import { Button, formatDate, useText } from '@kituo/sdk';
import { reviewConfig } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import {
  Answered,
  DescriptionList,
  DetailActions,
  DetailDrawer,
  DetailTabs,
  History,
  useDetail,
} from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { useState } from 'react';
import { FactsTable, factsOf } from './facts-table.tsx';
import { rulesColumns } from './rules-fields.ts';
import type { RulesRow } from './rules-fields.ts';

type Info = ReplyOf<typeof reviewConfig.detail>;

/** One version: what it says, what differs from the one before, what it would have meant, who did what. */
export function RulesDetail(props: {
  readonly opened: RulesRow | null;
  readonly actions: readonly RowAction<RulesRow>[];
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  const detail = useDetail(reviewConfig.detail, opened && { configNo: opened.configNo });
  return (
    <DetailDrawer
      detail={detail}
      isOpen={opened !== null}
      title={opened === null ? t('config.title') : t('config.versionOf', { no: opened.versionNo })}
      onClose={props.onClose}
      actions={
        <DetailActions row={detail.data} current={detail.data} actions={props.actions} onClose={props.onClose} />
      }
    >
      {(info) => (
        <DetailTabs
          label={info.configNo}
          parameter="detail"
          tabs={[
            { name: 'facts', content: () => <Facts info={info} /> },
            { name: 'difference', content: () => <Difference info={info} /> },
            { name: 'simulate', content: () => <Simulation configNo={info.configNo} /> },
            { name: 'history', content: () => <Decisions info={info} /> },
          ]}
        />
      )}
    </DetailDrawer>
  );
}

/** What a version that awaits approval changes, and from when: for who decides about it. */
export function RulesChange({ row }: { readonly row: RulesRow }) {
  const t = useText();
  const detail = useDetail(reviewConfig.detail, { configNo: row.configNo });
  return (
    <Answered detail={detail}>
      {(info) => (
        <>
          <p>{t('config.approveText', { maker: row.makerName, date: formatDate(row.effectiveFrom) })}</p>
          {info.comparedWith === null ? (
            <FactsTable facts={factsOf(info.value)} isCompared={false} />
          ) : (
            <Difference info={info} />
          )}
        </>
      )}
    </Answered>
  );
}

function Facts({ info }: { readonly info: Info }) {
  return (
    <>
      <FactsTable facts={factsOf(info.value)} isCompared={false} />
      <DescriptionList of={info} columns={rulesColumns} />
    </>
  );
}

function Difference({ info }: { readonly info: Info }) {
  const t = useText();
  if (info.comparedWith === null) return <p className="kp-muted">{t('config.first')}</p>;
  if (info.differences.length === 0) {
    return <p className="kp-muted">{t('config.same', { no: info.comparedWith })}</p>;
  }
  return (
    <>
      <p className="kp-muted">{t('config.comparedWith', { no: info.comparedWith })}</p>
      <FactsTable facts={info.differences} isCompared />
    </>
  );
}

function Simulation({ configNo }: { readonly configNo: string }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  const tried = useDetail(reviewConfig.simulate, isAsked ? { configNo } : null);
  if (!isAsked) {
    return (
      <>
        <p>{t('config.tryText')}</p>
        <Button
          text={t('config.try')}
          onClick={() => {
            setAsked(true);
          }}
        />
      </>
    );
  }
  return <Answered detail={tried}>{(found) => <Tried found={found} />}</Answered>;
}

function Tried({ found }: { readonly found: ReplyOf<typeof reviewConfig.simulate> }) {
  const t = useText();
  const { date, orders, affected, sample } = found;
  return (
    <div aria-live="polite">
      <p>{t('config.tried', { date: formatDate(date), orders, affected, count: orders })}</p>
      {sample.length > 0 && (
        <table className="rules-facts">
          <thead>
            <tr>
              <th scope="col">{t('field.orderNo')}</th>
              <th scope="col">{t('config.before')}</th>
              <th scope="col">{t('config.after')}</th>
            </tr>
          </thead>
          <tbody>
            {sample.map((one) => (
              <tr key={one.orderNo}>
                <th scope="row">{one.orderNo}</th>
                <td>{one.was || '-'}</td>
                <td>{one.wouldBe}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** What a version says is beside it; of who decided, just why. */
function Decisions({ info }: { readonly info: Info }) {
  const t = useText();
  return (
    <History
      entries={info.history}
      titleOf={({ action }) => t(`config.did.${action.split('.').at(-1) ?? ''}`)}
      textOf={({ reason }) => reason}
    />
  );
}
