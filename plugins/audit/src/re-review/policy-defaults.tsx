import { Button, formatDate, useCan, useText } from '@kituo/sdk';
import { businessConfig, config, reviewRules } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  DetailActions,
  DetailDrawer,
  FormDrawer,
  useAction,
  useDetail,
} from '@kituo/sdk/page';
import type { Detail } from '@kituo/sdk/page';
import { useState } from 'react';
import { FactsTable, factsOf } from '../rules/facts-table.tsx';
import { RuleFields, rulesOf, valuesOf } from './rule-fields.tsx';
import type { RulesValues } from './rule-fields.tsx';

type Version = config.ConfigVersion;
interface Held {
  readonly rules: reviewRules.ReReviewRules;
  readonly versionNo: number | null;
  readonly effectiveFrom: string | null;
  /** Newest first. */
  readonly versions: readonly Version[];
}
const KEY = { configKey: 'ORDER_REVIEW' } as const;
const VERSIONS = {
  filters: { configKey: 'audit.reReviewDefaults' },
  page: 1,
  pageSize: 20 as const,
  sort: {
    field: 'versionNo' as const,
    direction: 'desc' as const,
  },
};
const one = ({ versionId, version }: Version) => ({ versionId, version });

/** What holds and the versions behind it, as one thing. */
function useHeld(isOpen: boolean): Detail<Held> {
  const held = useDetail(businessConfig.getConfigByKey, isOpen ? KEY : null);
  const versions = useDetail(config.page, isOpen ? VERSIONS : null);
  const rules = reviewRules.reReviewRules.safeParse(held.data?.value);
  const isRead = held.data !== null && versions.data !== null && rules.success;
  return {
    data: isRead
      ? {
          rules: rules.data,
          versionNo: held.data.versionNo,
          effectiveFrom: held.data.effectiveFrom,
          versions: versions.data.rows,
        }
      : null,
    isLoading: held.isLoading || versions.isLoading,
    error: held.error ?? versions.error,
    refresh: () => {
      held.refresh();
      versions.refresh();
    },
  };
}

/** The rules that a merchant without rules of its own goes by: read, changed, agreed to by an approver. */
export function PolicyDefaults(props: { readonly onDecided: () => void }) {
  const t = useText();
  const mayChange = useCan('audit:orderReview:config');
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  const held = useHeld(isOpen);
  const list = {
    refresh: () => {
      held.refresh();
      props.onDecided();
    },
  };
  const change = useAction({
    name: 'policyRules',
    endpoint: businessConfig.updateConfig,
    request: (_held: Held, values: RulesValues) => ({
      ...KEY,
      value: rulesOf(values),
      reason: values.reason,
      effectiveFrom: values.effectiveFrom ?? '',
    }),
    list,
    facts: (_held, reply) => ({ date: formatDate(reply?.effectiveFrom) }),
  });
  const approve = useAction({ name: 'defaultsApprove', endpoint: config.approve, request: one, list });
  const reject = useAction({
    name: 'defaultsReject',
    endpoint: config.reject,
    request: (row: Version, { reason }: { reason: string }) => ({ ...one(row), reason }),
    list,
    isDangerous: true,
  });
  const withdraw = useAction({ name: 'defaultsWithdraw', endpoint: config.withdraw, request: one, list });
  const { data } = held;
  const waiting = data?.versions.find(({ allowedActions }) =>
    allowedActions.some((action) => ['approve', 'reject', 'withdraw'].includes(action)),
  );
  return (
    <>
      <Button
        text={t('reReview.defaults')}
        onClick={() => {
          setOpen(true);
        }}
      />
      <DetailDrawer
        detail={held}
        isOpen={isOpen}
        title={t('reReview.defaults')}
        onClose={close}
        actions={
          <>
            {mayChange && data !== null && (
              <Button
                intent="primary"
                text={change.label}
                onClick={() => {
                  close();
                  change.open(data);
                }}
              />
            )}
            <DetailActions
              row={waiting ?? null}
              current={waiting ?? null}
              actions={[allowedAs(approve, 'approve'), allowedAs(reject, 'reject'), allowedAs(withdraw, 'withdraw')]}
              onClose={close}
            />
          </>
        }
      >
        {(facts) => <HeldFacts held={facts} waiting={waiting} />}
      </DetailDrawer>
      <FormDrawer action={change} defaults={({ rules }) => valuesOf(rules)}>
        <p className="kp-muted">{t('reReview.policyText')}</p>
        <RuleFields />
      </FormDrawer>
      <Ask
        action={approve}
        say={({ makerName, effectiveFrom }) => (
          <p>{t('config.approveText', { maker: makerName, date: formatDate(effectiveFrom) })}</p>
        )}
      />
      <AskReason action={reject} />
      <Ask action={withdraw} say={() => t('config.withdrawText')} />
    </>
  );
}

function HeldFacts(props: { readonly held: Held; readonly waiting: Version | undefined }) {
  const { held, waiting } = props;
  const t = useText();
  const before = new Map(factsOf(held.rules).map(({ field, after }) => [field, after]));
  const differing = factsOf(waiting?.value)
    .map((fact) => ({ ...fact, before: before.get(fact.field) }))
    .filter((fact) => JSON.stringify(fact.before) !== JSON.stringify(fact.after));
  return (
    <>
      <p className="kp-muted">
        {t('reReview.policyText')}{' '}
        {held.versionNo === null
          ? t('config.fromDefaults')
          : t('config.since', { no: held.versionNo, date: formatDate(held.effectiveFrom) })}
      </p>
      <FactsTable facts={factsOf(held.rules)} isCompared={false} />
      {waiting !== undefined && (
        <>
          <h3 className="kp-section-title">{t('reReview.waiting')}</h3>
          <p>
            {waiting.makerName}: {waiting.reason}
          </p>
          <FactsTable facts={differing} isCompared />
        </>
      )}
      {held.versions.length > 0 && (
        <>
          <h3 className="kp-section-title">{t('reReview.versions')}</h3>
          <ul className="kp-facts">
            {held.versions.map((each) => (
              <li key={each.versionId}>
                <b>{t('config.versionOf', { no: each.versionNo })}</b>{' '}
                {t(`CONFIG_VERSION_STATUS.${each.versionStatus}`)}, {formatDate(each.effectiveFrom)}, {each.makerName}
                {each.checkerName !== null && ` / ${each.checkerName}`}: {each.reason}
                {each.decisionReason !== null && ` (${each.decisionReason})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
