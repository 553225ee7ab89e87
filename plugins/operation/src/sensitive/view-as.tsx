import { call, useText, viewAs } from '@kituo/sdk';
import { config, sensitiveInfo } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, useAction, type Action, type OptionSource } from '@kituo/sdk/page';
import { roleOptions } from './sensitive-family.tsx';

interface Values extends Record<string, unknown> {
  readonly roleNo: string | null;
  readonly versionId: string | null;
}
const { Select } = fieldsOf<Values>();

/** Versions that are not in force yet: drafts, what awaits approval, what is scheduled. */
const versionOptions: OptionSource = {
  kind: 'remote',
  name: 'sensitiveInfo.versionsToCome',
  load: async (signal) => {
    const { rows } = await call(
      config.page,
      {
        filters: { configKey: sensitiveInfo.SENSITIVE_INFO_KEY },
        page: 1,
        pageSize: 50,
        sort: { field: 'versionNo', direction: 'desc' },
      },
      { signal, showLoading: false, quiet: true },
    );
    return rows
      .filter(({ versionStatus }) => ['DRAFT', 'PENDING', 'SCHEDULED'].includes(versionStatus))
      .map(({ versionId, versionNo, reason }) => ({ value: versionId, label: `${versionNo}`, hint: reason }));
  },
};

/** Shows every screen of this tab with a role's masks, also before a version of the rules applies. */
export function useViewAs() {
  return useAction({
    name: 'viewAs',
    endpoint: sensitiveInfo.viewAs,
    request: (_none: null, { roleNo, versionId }: Values) => ({ roleNo: roleNo ?? '', versionId }),
    facts: (_none, reply) => ({ name: reply?.roleName ?? '' }),
    onDone: (role) => {
      viewAs(role);
      // Lists and drawers hold what was masked for the person themselves.
      location.reload();
    },
  });
}

export function ViewAs({ action }: { readonly action: Action<null, Values> }) {
  const t = useText();
  return (
    <FormDialog action={action} defaults={(): Values => ({ roleNo: null, versionId: null })}>
      <p className="kp-muted">{t('sensitive.viewAsHint')}</p>
      <Select name="roleNo" options={roleOptions} />
      <Select name="versionId" options={versionOptions} isOptional hint={t('sensitive.versionHint')} />
    </FormDialog>
  );
}
