import { useText } from '@kituo/sdk';
import { dept } from '@kituo/sdk/contracts';
import { Answered, DescriptionList, DetailDrawer, DetailTabs, History, known, useDetail } from '@kituo/sdk/page';
import { departmentColumns } from './department-fields.ts';
import type { Department } from './department-fields.ts';
import { DepartmentMembers } from './department-members.tsx';

/** One department: its facts, who is in it, what was changed. */
export function DepartmentDetail(props: { readonly opened: Department | null; readonly onClose: () => void }) {
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
              { name: 'history', content: () => <Changes deptNo={row.deptNo} /> },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  );
}

function Changes(props: { readonly deptNo: string }) {
  const t = useText();
  return (
    <Answered detail={useDetail(dept.history, { deptNo: props.deptNo })}>
      {(entries) => <History entries={entries} titleOf={({ action }) => t(`history.${action}`)} />}
    </Answered>
  );
}
