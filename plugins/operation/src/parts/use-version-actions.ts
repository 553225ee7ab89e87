import { formatDate } from '@kituo/sdk';
import { config } from '@kituo/sdk/contracts';
import {
  allowedAs,
  decision,
  firstDayOf,
  onRow,
  useAction,
  useDecisions,
  valueOfFields,
  type VersionedFamily,
} from '@kituo/sdk/page';

export type Version = config.ConfigVersion;

/** What a draft begins with: what applies now, or a draft that is gone on with. */
export interface DraftStart {
  readonly subjectNo: string;
  readonly name: string;
  readonly value: unknown;
  readonly draft?: Version;
}

/** What the form of a version holds beside its values. */
export interface DraftValues extends Record<string, unknown> {
  readonly effectiveFrom: string;
  readonly reason: string;
}

const one = ({ versionId, version }: Version) => ({ versionId, version });
const noted = (row: Version, reason?: string) => ({ ...one(row), ...(reason !== undefined && { reason }) });

/** Draft, submit, decide, withdraw and copy versions of things that each have a configuration of their own. */
export function useVersionActions(
  family: VersionedFamily,
  refresh: () => void,
  nameOf: (row: Version) => string,
  /** False where a version applies without an approver. */
  { isApproved = true }: { readonly isApproved?: boolean } = {},
) {
  const list = { refresh };
  const facts = (row: Version) => ({ name: nameOf(row), day: formatDate(row.effectiveFrom) });
  const submit = useAction({
    name: isApproved ? 'versionSubmit' : 'versionApply',
    endpoint: config.submit,
    request: one,
    list,
    facts,
  });
  const draft = useAction({
    name: 'versionDraft',
    endpoint: config.save,
    list,
    request: (start: DraftStart, { effectiveFrom, reason, ...values }: DraftValues) => ({
      configKey: family.configKey,
      subjectNo: start.subjectNo,
      effectiveFrom,
      reason,
      value: valueOfFields(family, values),
      ...(start.draft && one(start.draft)),
    }),
    facts: ({ name }) => ({ name }),
    // A draft alone changes nothing: what comes next is offered at once.
    onDone: (saved) => {
      if (saved.allowedActions.includes('submit')) submit.open(saved);
    },
  });
  const copy = useAction({
    name: 'versionCopy',
    endpoint: config.copy,
    request: ({ versionId }: Version) => ({ versionId }),
    list,
    facts,
  });
  const decisions = useDecisions<Version>({
    list,
    nameOf: (row) => nameOf(row),
    approve: decision(config.approve, noted),
    reject: decision(config.reject, (row: Version, reason: string) => ({ ...one(row), reason })),
    withdraw: decision(config.withdraw, noted),
  });
  const defaults = ({ value, draft: held }: DraftStart): DraftValues => ({
    ...(family.valuesOf?.(value) ?? (typeof value === 'object' && value !== null ? { ...value } : {})),
    effectiveFrom: held?.effectiveFrom ?? firstDayOf(family),
    reason: held?.reason ?? '',
  });
  const update = onRow(draft, 'update', (row: Version): DraftStart => ({
    subjectNo: row.subjectNo,
    name: nameOf(row),
    value: row.value,
    draft: row,
  }));
  return {
    draft,
    submit,
    copy,
    decisions,
    defaults,
    rowActions: [update, allowedAs(submit, 'submit'), ...decisions.rowActions, allowedAs(copy, 'copy')],
  };
}
export type VersionActions = ReturnType<typeof useVersionActions>;
