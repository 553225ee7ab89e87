import { dept } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  defineColumns,
  defineFilters,
  flag,
  number,
  remoteOptions,
  text,
  yesNo,
} from '@kituo/sdk/page';

export type Department = dept.Department;

export const departmentFilters = defineFilters({
  name: containing(),
  number: containing(),
  isEnabled: yesNo(),
});

export function isDepartmentMatch(row: Department, wanted: Readonly<Record<string, string>>): boolean {
  const holds = (value: string, part: string | undefined) =>
    part === undefined || value.toLowerCase().includes(part.toLowerCase());
  const { isEnabled } = wanted;
  return (
    holds(row.name, wanted['name']) &&
    holds(row.number, wanted['number']) &&
    (isEnabled === undefined || String(row.isEnabled) === isEnabled)
  );
}

export const departmentColumns = defineColumns<Department>([
  text('name', { width: 206 }),
  number('number', { width: 80 }),
  count('departments', { width: 136 }),
  count('members', { width: 115 }),
  count('membersBelow', { width: 156 }),
  text('leaderName', { width: 140 }),
  text('remark', { width: 84 }),
  flag('isEnabled', { width: 86 }),
]);

export const leaders = remoteOptions(dept.leaders, (people) =>
  people.map(({ userNo, realName, deptName }) => ({
    value: userNo,
    label: realName,
    ...(deptName !== null && { hint: deptName }),
  })),
);
