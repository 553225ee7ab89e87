import { useText } from '@kituo/sdk';
import { dept } from '@kituo/sdk/contracts';
import {
  DescriptionList,
  DetailDrawer,
  DetailTabs,
  known,
  Timeline,
  useDetail,
} from '@kituo/sdk/page';
import { textOfFact } from '../changes/plain-facts.tsx';
import { departmentColumns } from './department-fields.ts';
import type { Department } from './department-fields.ts';
import { DepartmentMembers } from './department-members.tsx';

/** One department: its facts, who is in it, what was changed. */
export function DepartmentDetail(props: {
  readonly opened: Department | null;
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  if (opened === null) return null;
  return (
    <DetailDrawer detail={known(opened)} isOpen title={opened.name} onClose={props.onClose}>
      {(row) => (
        <>
          <DescriptionList of={row} columns={departmentColumns} />
          <DetailTabs
            label={t('dept.details', { name: row.name })}
            parameter="detail"
            tabs={[
              { name: 'members', content: () => <DepartmentMembers department={row} /> },
              { name: 'history', content: () => <History deptNo={row.deptNo} /> },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  );
}

function History(props: { readonly deptNo: string }) {
  const t = useText();
  const { data, error } = useDetail(dept.history, { deptNo: props.deptNo });
  if (error !== null) return <p role="alert">{error.msg}</p>;
  if (data === null) return <p className="kp-muted">{t('dept.looking')}</p>;
  return (
    <Timeline
      label={t('tab.history')}
      entries={data.map((entry, index) => ({
        id: `${entry.happenedAt} ${index}`,
        at: entry.happenedAt,
        title: t(`history.${entry.action}`),
        who: entry.byName,
        text: Object.entries(entry.after ?? {}).map(([field, value]) => (
          <div key={field}>
            {t(`field.${field}`)}:{' '}
            {entry.before !== null && <s>{textOfFact(entry.before[field], t)}</s>}{' '}
            {textOfFact(value, t)}
          </div>
        )),
      }))}
    />
  );
}
