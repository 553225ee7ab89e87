import { approve, copy, reject, save, submit, withdraw } from '../../contracts/platform/config.contract.ts';
import type { ConfigVersion } from '../../contracts/platform/config.contract.ts';
import { formatDate } from '../../format/dates.ts';
import { allowedAs, onRow } from '../action/on-row.ts';
import { useAction } from '../action/use-action.ts';
import { decision, useDecisions } from '../decide/use-decisions.ts';
import { useKitText } from '../platform.ts';
import { valueOfFields } from './versioned-family.ts';
import type { VersionedFamily, VersionStart } from './versioned-family.ts';

/** What the form of a version holds beside the family's own fields. */
export interface VersionForm extends Record<string, unknown> {
  readonly effectiveFrom: string;
  readonly reason: string;
}

const one = ({ versionId, version }: ConfigVersion) => ({ versionId, version });
const noted = (row: ConfigVersion, reason?: string) => ({ ...one(row), ...(reason !== undefined && { reason }) });
const named = (row: ConfigVersion) => ({ name: row.title, day: formatDate(row.effectiveFrom) });

/** Everything that can be done with the versions of families: draft, submit, decide, withdraw, copy. */
export function useVersions(whole: { refresh(): void }, familyOf: (row: ConfigVersion) => VersionedFamily | undefined) {
  const words = useKitText();
  // What holds changes with a version: everything is read again, not the row alone.
  const list = { refresh: whole.refresh };
  const saved = useAction({
    name: 'versionSave',
    words,
    endpoint: save,
    list,
    request: ({ family, draft }: VersionStart, { effectiveFrom, reason, ...values }: VersionForm) => ({
      configKey: family.configKey,
      ...(family.subjectNo !== undefined && { subjectNo: family.subjectNo }),
      effectiveFrom,
      reason,
      value: valueOfFields(family, values),
      ...(draft && { versionId: draft.versionId, version: draft.version }),
    }),
    facts: ({ title }) => ({ name: title }),
  });
  const submitted = useAction({ name: 'versionSubmit', words, endpoint: submit, request: one, list, facts: named });
  const copied = useAction({
    name: 'versionCopy',
    words,
    endpoint: copy,
    request: ({ versionId }: ConfigVersion) => ({ versionId }),
    list,
    facts: named,
  });
  const decisions = useDecisions<ConfigVersion>({
    list,
    nameOf: (row) => words('versions.name', { name: row.title, no: row.versionNo }),
    approve: decision(approve, noted),
    reject: decision(reject, ({ versionId, version }: ConfigVersion, reason: string) => ({
      versionId,
      version,
      reason,
    })),
    withdraw: decision(withdraw, noted),
  });
  const update = onRow(saved, 'update', (row: ConfigVersion): VersionStart => {
    const family = familyOf(row) ?? { configKey: row.configKey, fields: [], form: () => null };
    return { family, title: row.title, value: row.value, draft: row };
  });
  const [review, ...others] = decisions.rowActions;
  const rowActions = [
    update,
    allowedAs(submitted, 'submit'),
    ...(review === undefined ? [] : [review]),
    ...others,
    allowedAs(copied, 'copy'),
  ];
  return { save: saved, submit: submitted, copy: copied, decisions, rowActions };
}
