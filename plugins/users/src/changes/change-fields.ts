import type { change } from '@kituo/sdk/contracts';
import {
  CHANGE_STATE,
  defineColumns,
  defineFilters,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';

export type ChangeRow = change.ChangeRow;

export const changeFilters = defineFilters({
  changeState: oneOf(CHANGE_STATE),
  isDecidable: yesNo(),
  isMine: yesNo(),
});

export const changeColumns = defineColumns<ChangeRow>([
  text('subjectName', { width: 200 }),
  several('kind', (row) => [row.title], { width: 200 }),
  status('changeState', CHANGE_STATE, { width: 124 }),
  text('makerName', { width: 150 }),
  time('createdAt', { sortable: true, width: 170 }),
  text('reason', { width: 220 }),
  text('decidedByName', { width: 150 }),
  time('decidedAt', { sortable: true, width: 170 }),
  text('decisionReason', { width: 220 }),
  number('changeNo', { width: 130 }),
]);
